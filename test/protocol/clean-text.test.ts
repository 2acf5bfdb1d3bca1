import { describe, expect, it } from 'vitest';
import { cleanText } from '../../src/protocol/clean-text.ts';
import { cleanEmail } from '../../src/protocol/email.ts';
import { cleanPhone, digitsOf } from '../../src/protocol/phone.ts';

describe('what was typed', () => {
  it.each([
    ['\u202aAda\u202c', 'Ada'],
    ['\u2066Ada\u2069 \u200eLovelace\u200f', 'Ada Lovelace'],
    ['Ad\u2060a\ufeff', 'Ada'],
    ['Love\u00adlace', 'Lovelace'],
    ['Love\u200blace', 'Lovelace'],
    ['Ada\u{e0041}\u{e0042}', 'Ada'],
    ['\u3164', ''],
    ['\u2800', ''],
    ['\u200d', ''],
    ['A\u200dda', 'Ada'],
    ['Jo\u0308rg', 'Jörg'],
    ['a\u2028b', 'a b'],
    ['a\u0007\u0000b', 'a b'],
  ])('%j is %j', (typed, text) => {
    expect(cleanText(typed)).toBe(text);
  });

  it.each([
    ['a word of Persian', 'می\u200cخواهم'],
    ['a word of Sinhala', 'ශ්\u200dරී'],
    ['an emoji of several', '👩\u200d💻'],
    ['a red heart', '❤\ufe0f'],
    ['a Japanese name', '葛\u{e0100}城'],
  ])('keeps the invisible parts of %s', (_, text) => {
    expect(cleanText(` ${text} `)).toBe(text);
  });

  it('keeps its line breaks, of any system, where a text may have several lines', () => {
    expect(cleanText('a\r\nb\rc\u2028d\ne', { multiline: true })).toBe('a\nb\nc\nd\ne');
  });

  it('has digits of every script that Unicode has', () => {
    let count = 0;
    for (let zero = 0x30; zero < 0x2_0000; zero++) {
      const script = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value));
      const isScript = script.every((digit) => /^\p{Nd}$/u.test(digit));
      if (!isScript) continue;
      count++;
      expect(digitsOf(script.join(''))).toBe('0123456789');
      zero += 9;
    }
    expect(count).toBeGreaterThan(60);
  });

  it('is the same phone with characters that draw nothing, or in full width', () => {
    expect(cleanPhone('\u202d＋１ ４１５\u2060 555\u00ad 2671\u202c')).toBe('+1 415 555 2671');
    expect(cleanPhone('+৪৯ ३०')).toBe('+49 30');
  });

  it.each([
    ['\u202aada@example.com\u202c', 'ada@example.com'],
    ['ada＠example．com', 'ada@example.com'],
    ['a\u200bda@exam\u00adple.com ', 'ada@example.com'],
    ['ada@münchen.de', 'ada@xn--mnchen-3ya.de'],
    ['ivan@пример.рф', 'ivan@xn--e1afmkfd.xn--p1ai'],
    ['ada@例え。テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@Example.com', 'ada@Example.com'],
    ['münchen', 'münchen'],
  ])('%j is the address %j', (typed, address) => {
    expect(cleanEmail(typed)).toBe(address);
  });
});
