import { describe, expect, it } from 'vitest';
import { urlOf } from '../../src/protocol/web-url.ts';

describe('the URL of a page', () => {
  it('is the second name of it, because pages have variables of the first one', () => {
    const second = class extends URL {};
    expect(urlOf({ webkitURL: second })).toBe(second);
  });

  // Cause: Vitest binds what jsdom offers under names with a small first letter. The first address that was read threw.
  it('has its methods where the second name has lost them, and where there is none', () => {
    expect(urlOf({ webkitURL: Object(URL.bind(undefined)) }).canParse('https://www.example.com')).toBe(true);
    expect(urlOf({})).toBe(URL);
  });
});
