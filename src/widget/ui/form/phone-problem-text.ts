import type { Translator } from '../../../i18n/index.ts';
import type { PhoneProblem } from '../../../phone/index.ts';

/** What is wrong with a phone number, and what to do about it; with a number of the visitor's country to go by. */
export function phoneProblemText(problem: PhoneProblem, translator: Translator, example: string | undefined): string {
  const text = textOf(problem, translator);
  return example === undefined ? text : `${text} ${translator.t('example', { example })}`;
}

function textOf(problem: PhoneProblem, translator: Translator): string {
  switch (problem.code) {
    case 'empty':
      return translator.t('requiredPhone');
    case 'not-a-number':
      return translator.t('phoneNotANumber');
    case 'too-short':
      return translator.t('phoneTooShort', { count: problem.missing, number: numberWord(problem.missing, translator) });
    case 'too-long':
      return translator.t('phoneTooLong', { count: problem.extra, number: numberWord(problem.extra, translator) });
    case 'unknown-country':
      return translator.t('phoneCountry');
    case 'not-in-use':
      return translator.t('phoneNotInUse');
    default:
      return problem satisfies never;
  }
}

/** Small numbers in words where the language has them: `Two digits are missing.` */
function numberWord(count: number, translator: Translator): string {
  return translator.t('numbers').split(',')[count - 1] || String(count);
}
