import type { FieldProblem } from '../../../core/index.ts';
import type { TextKey, Translator } from '../../../i18n/index.ts';
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
  translator: Translator,
  phoneText?: (problem: PhoneProblem) => string,
): string {
  switch (problem.code) {
    case 'required':
      return translator.t(requiredTexts.get(name) ?? 'required');
    case 'too-long':
      return translator.t('tooLong', { count: problem.max });
    case 'pattern':
      return translator.t('badPattern');
    case 'email':
      return translator.t('badEmail');
    case 'option':
      return translator.t('badOption');
    case 'refused':
      return problem.message;
    case 'phone':
      return phoneText?.(problem.problem) ?? translator.t('phoneNotANumber');
    default:
      return problem satisfies never;
  }
}
