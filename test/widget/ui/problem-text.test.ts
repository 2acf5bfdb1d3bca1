import { describe, expect, it } from 'vitest';
import { createTranslator } from '../../../src/i18n/index.ts';
import { examplePhone, parsePhone } from '../../../src/phone/index.ts';
import { problemText } from '../../../src/widget/ui/form/problem-text.ts';

const translator = createTranslator('en');

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
    expect(problemText('phone', problem, translator, { examplePhone }, 'US')).toBe(text);
  });

  it('is general while the phone metadata is not loaded', () => {
    const problem = { code: 'phone', problem: { code: 'too-short', missing: 2 } } as const;
    expect(problemText('phone', problem, translator)).toBe("This doesn't look like a phone number.");
  });
});
