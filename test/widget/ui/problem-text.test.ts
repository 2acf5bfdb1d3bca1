import { describe, expect, it } from 'vitest';
import { createTranslator, englishTexts } from '../../../src/i18n/index.ts';
import { parsePhone } from '../../../src/phone/index.ts';
import type { PhoneProblem } from '../../../src/protocol/phone.ts';
import { problemText } from '../../../src/widget/ui/form/problem-text.ts';

const translator = createTranslator('en', englishTexts);

describe('the text for a wrong phone number', () => {
  it.each([
    ['(415) 555-26', 'Two digits are missing. Example: (201) 555-0123'],
    ['(415) 555-267', 'One digit is missing. Example: (201) 555-0123'],
    ['(415) 555-26711', 'One digit too many. Example: (201) 555-0123'],
    ['call me', "This doesn't look like a phone number. Example: (201) 555-0123"],
    ['+999 123456789', "This country code doesn't exist. Start with + and the country code. Example: (201) 555-0123"],
  ])('for %j says what to do', (typed, text) => {
    const result = parsePhone(typed, 'US');
    if (result.ok) throw new Error(`${typed} is a phone number`);
    const problem = { code: 'phone', problem: result.problem } as const;
    expect(problemText('phone', problem, translator, 'US')).toBe(text);
  });

  it('asks whether it is right if the proxy does not know it, and which one it is if there are two', () => {
    const textOf = (problem: PhoneProblem) => problemText('phone', { code: 'phone', problem }, translator, 'DE');
    expect(textOf({ code: 'not-in-use' })).toBe('Is this number right? If so, just send it again.');
    expect(textOf({ code: 'ambiguous', readings: ['+49 211 234567', '+49 4921 1234567'] })).toBe(
      'Is it \u2066+49 211 234567\u2069 or \u2066+49 4921 1234567\u2069? Please start with + and the country code.',
    );
  });
});
