import type { Words } from '../../../i18n/index.ts';
import type { PhoneProblem } from '../../../phone/index.ts';

/** What is wrong with a phone number, and what to do about it; with a number of the visitor's country to go by. */
export function phoneProblemText(problem: PhoneProblem, words: Words, example: string | undefined): string {
  const text = textOf(problem, words);
  return example === undefined ? text : `${text} ${words.t('example', { example })}`;
}

function textOf(problem: PhoneProblem, words: Words): string {
  switch (problem.code) {
    case 'empty':
      return words.t('requiredPhone');
    case 'not-a-number':
      return words.t('phoneNotANumber');
    case 'too-short':
      return words.t('phoneTooShort', { count: problem.missing, number: numberWord(problem.missing, words) });
    case 'too-long':
      return words.t('phoneTooLong', { count: problem.extra, number: numberWord(problem.extra, words) });
    case 'unknown-country':
      return words.t('phoneCountry');
    case 'not-in-use':
      return words.t('phoneNotInUse');
    default:
      return problem satisfies never;
  }
}

/** Small numbers in words where the language has them: `Two digits are missing.` */
function numberWord(count: number, words: Words): string {
  return words.t('numbers').split(',')[count - 1] || String(count);
}
