import { describe, expect, it } from 'vitest';
import { timeFor, variantNames, withVariant } from '../../src/schema-form/index.ts';

it('finds the next time inside and outside the opening hours', () => {
  const hours = { timeZone: 'UTC', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] };
  const noon = Date.parse('2026-11-23T12:00:00Z');
  expect(timeFor({ hours }, true, noon)).toBe(noon);
  expect(timeFor({ hours }, false, noon)).toBe(Date.parse('2026-11-23T17:00:00Z'));
  const always = {
    timeZone: 'UTC',
    open: [{ days: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], from: '00:00', to: '24:00' }],
  };
  expect(timeFor({ hours: always }, false, noon)).toBeUndefined();
  expect(timeFor({ hours: { timeZone: 'Mars' } }, true, noon)).toBeUndefined();
});

describe('the variant that the preview shows', () => {
  const variants = [{ name: 'ask', launcherText: 'Ask us' }, { name: 'help' }];
  const other = { name: 'color', variants: [{ name: 'ask' }] };
  const options = { title: 'Hi', experiments: [{ name: 'words', variants }, other] };

  it('is one of the experiments’ own', () => {
    expect(variantNames(options)).toEqual(['words: ask', 'words: help', 'color: ask']);
    expect(variantNames({})).toEqual([]);
    expect(variantNames({ experiments: [{ name: 'half filled in' }] })).toEqual([]);
  });

  it('is left as the only one of its experiment', () => {
    expect(withVariant(options, 'words: help')).toEqual({
      title: 'Hi',
      experiments: [{ name: 'words', variants: [{ name: 'help' }] }, other],
    });
    expect(withVariant(options, 'words: gone')).toBe(options);
    expect(withVariant(options, '')).toBe(options);
  });
});
