import type { FieldProblem } from '../../chat/index.ts';
import type { TextKey, Words } from '../../options/index.ts';

/** Those that have words of their own for being left out. */
const requiredTexts = new Map<string, TextKey>([
  ['phone', 'requiredPhone'],
  ['consent', 'requiredConsent'],
  ['captcha', 'requiredCaptcha'],
]);

/** What is wrong with a field, and what to do about it. `example`: a number of the visitor's country. */
export function problemText(name: string, problem: FieldProblem, words: Words, example: string | undefined): string {
  switch (problem.code) {
    case 'required':
      return words.say(requiredTexts.get(name) ?? 'required');
    case 'too-long':
      return words.say('tooLong', { count: problem.max });
    case 'pattern':
      return words.say('badPattern');
    case 'email':
      return words.say('badEmail');
    case 'option':
      return words.say('badOption');
    case 'refused':
      return problem.message;
    case 'phone':
      return withExample(phoneText(problem.problem, words), words, example);
    default:
      return problem satisfies never;
  }
}

function phoneText(problem: Extract<FieldProblem, { code: 'phone' }>['problem'], words: Words): string {
  switch (problem.code) {
    case 'empty':
      return words.say('requiredPhone');
    case 'not-a-number':
      return words.say('phoneNotANumber');
    case 'too-short':
      return words.say('phoneTooShort', { count: problem.missing, number: numberWord(problem.missing, words) });
    case 'too-long':
      return words.say('phoneTooLong', { count: problem.extra, number: numberWord(problem.extra, words) });
    case 'unknown-country':
      return words.say('phoneCountry');
    case 'not-in-use':
      return words.say('phoneNotInUse');
    default:
      return problem satisfies never;
  }
}

function withExample(text: string, words: Words, example: string | undefined): string {
  return example === undefined ? text : `${text} ${words.say('example', { example })}`;
}

/** Small numbers in words where the language has them: `Two digits are missing.` */
function numberWord(count: number, words: Words): string {
  return words.say('numbers').split(',')[count - 1] || String(count);
}
