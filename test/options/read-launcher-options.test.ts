import { describe, expect, it } from 'vitest';
import { booleanOption, dataOption, mergeOptions, textOption } from '../../src/options/read-launcher-options.ts';

describe('the launcher’s reader of options', () => {
  it.each([
    ['red', 'red'],
    ['', ''],
    [undefined, undefined],
    [null, undefined],
    [5, undefined],
    [Symbol('red'), undefined],
  ])('reads %o as the text %j', (value, text) => {
    expect(textOption({ color: value }, 'color')).toBe(text);
  });

  it.each([
    ['{"x":4}', { x: 4 }],
    [{ x: 4 }, { x: 4 }],
    [30, 30],
    ['far', undefined],
    [12n, undefined],
    // Neither has a JSON text, and `undefined` is no JSON.
    [undefined, null],
    [() => 4, null],
  ])('reads %o as the data %j', (value, data) => {
    expect(dataOption({ offset: value }, 'offset')).toEqual(data);
  });

  it('stands values of a page that throw when they are read', () => {
    const hostile = {
      get x() {
        throw new Error('a getter of the page');
      },
    };
    const options = { color: hostile, offset: hostile, open: hostile };
    expect([textOption(options, 'color'), dataOption(options, 'offset'), booleanOption(options, 'open')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each([
    [true, true],
    ['', true],
    ['true', true],
    ['false', false],
    [false, false],
    ['yes', undefined],
    [undefined, undefined],
    [1, undefined],
  ])('reads %o as the boolean %j', (value, boolean) => {
    expect(booleanOption({ open: value }, 'open')).toBe(boolean);
  });

  it('merges sources, of which later ones win unless they have no value', () => {
    const merged = mergeOptions({ color: 'red', theme: 'dark' }, undefined, { color: undefined, theme: 'light' });
    expect(merged).toEqual({ color: 'red', theme: 'light' });
  });
});
