import { expect, it } from 'vitest';
import { uuid } from '../../../src/protocol/identifiers.ts';
import { timeOrderedId } from '../../../src/proxy/store/time-ordered-id.ts';

it('creates UUIDs of version 7 that sort by their time and differ within a millisecond', () => {
  const times = [1, 0xffff_ffff, 1_763_800_000_000, 1_763_800_000_001];
  const ids = times.map((time) => timeOrderedId(time));
  for (const id of ids)
    expect(uuid.parse(id)).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  expect(timeOrderedId(1)).not.toBe(timeOrderedId(1));
});
