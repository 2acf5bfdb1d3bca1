import { describe, expect, it } from 'vitest';
import { readLauncherOptions } from '../../../src/widget/launcher/read-launcher-options.ts';

describe('the launcher’s reader of options', () => {
  it.each([
    ['red', 'red'],
    ['', ''],
    [undefined, ''],
    [null, ''],
    [5, ''],
    [Symbol('red'), ''],
  ])('reads %o as the text %j', (value, text) => {
    expect(readLauncherOptions({ color: value }).text('color')).toBe(text);
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
    expect(readLauncherOptions({ offset: value }).json('offset')).toEqual(data);
  });

  it('stands values of a page that throw when they are read', () => {
    const hostile = {
      get x() {
        throw new Error('a getter of the page');
      },
    };
    const { text, json, boolean } = readLauncherOptions({ color: hostile, offset: hostile, open: hostile });
    expect([text('color'), json('offset'), boolean('open')]).toEqual(['', undefined, undefined]);
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
    expect(readLauncherOptions({ open: value }).boolean('open')).toBe(boolean);
  });
});
