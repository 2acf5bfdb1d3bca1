import type { FieldProblem } from '../../../core/index.ts';
import type { TextKey, Words } from '../../../i18n/index.ts';
import type { PhoneProblem } from '../../../phone/index.ts';

/** Those that have words of their own for being left out. */
const requiredTexts = new Map<string, TextKey>([
  ['phone', 'requiredPhone'],
  ['consent', 'requiredConsent'],
]);

/** What is wrong with a field, and what to do about it. `phoneText` is there once phones are really read. */
export function problemText(
  name: string,
  problem: FieldProblem,
  words: Words,
  phoneText?: (problem: PhoneProblem) => string,
): string {
  switch (problem.code) {
    case 'required':
      return words.t(requiredTexts.get(name) ?? 'required');
    case 'too-long':
      return words.t('tooLong', { count: problem.max });
    case 'pattern':
      return words.t('badPattern');
    case 'email':
      return words.t('badEmail');
    case 'option':
      return words.t('badOption');
    case 'refused':
      return problem.message;
    case 'phone':
      return phoneText?.(problem.problem) ?? words.t('phoneNotANumber');
    default:
      return problem satisfies never;
  }
}
