import { expect, it } from 'vitest';
import { describeErasure } from '../../src/cli/erase.ts';

const phone = '14155552671';

it('says what erasing leaves in the counters of the funnel', () => {
  const text = describeErasure({ ok: true, phone, erased: 2 });
  expect(text).toContain('Erased 2 leads.');
  expect(text).toContain('sums by quarter of an hour, form, page and variant, without identifiers, for 400 days');
});

it('says nothing of counters where nothing was erased', () => {
  expect(describeErasure({ ok: true, phone, erased: 0 })).toBe('Erased 0 leads.');
});
