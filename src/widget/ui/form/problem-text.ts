import type { FieldProblem } from '../../../core/index.ts';
import { examplePhone } from '../../../countries/index.ts';
import type { TextKey, Translator } from '../../../i18n/index.ts';
import type { PhoneProblem } from '../../../protocol/phone.ts';

/** Fields with a specific text for an empty value. */
const requiredTexts = new Map<string, TextKey>([
  ['phone', 'requiredPhone'],
  ['consent', 'requiredConsent'],
]);

/** Describes a field's problem and what to do about it. `country`: that of the form, for the example of a phone. */
export function problemText(
  name: string,
  problem: FieldProblem,
  translator: Translator,
  country?: string | undefined,
): string {
  const { t } = translator;
  switch (problem.code) {
    case 'too-few':
      return t('chooseAtLeast', { count: problem.min });
    case 'too-many':
      return t('chooseAtMost', { count: problem.max });
    case 'date':
      return t('badDate');
    case 'too-early':
      return t('dateMin', { date: formatDate(problem.earliest, translator) });
    case 'too-late':
      return t('dateMax', { date: formatDate(problem.latest, translator) });
    case 'number':
      return t('badNumber');
    case 'too-small':
      return t('numberMin', { min: formatNumber(problem.min, translator) });
    case 'too-large':
      return t('numberMax', { max: formatNumber(problem.max, translator) });
    case 'step':
      return t('numberStep', { step: formatNumber(problem.step, translator) });
    case 'required':
      return t(requiredTexts.get(name) ?? 'required');
    case 'too-long':
      return t('tooLong', { count: problem.max });
    case 'pattern':
    case 'type':
      return t('badPattern');
    case 'email':
      return t('badEmail');
    case 'option':
      return t('badOption');
    case 'consent-changed':
      return t('consentChanged');
    case 'refused':
      return problem.message;
    case 'phone':
      return withExample(
        phoneProblemText(problem.problem, translator),
        exampleFor(problem.problem, country),
        translator,
      );
    default:
      return problem satisfies never;
  }
}

function phoneProblemText(problem: PhoneProblem, translator: Translator): string {
  const { t } = translator;
  switch (problem.code) {
    case 'empty':
      return t('requiredPhone');
    case 'not-a-number':
      return t('phoneNotANumber');
    case 'too-short':
      return t('phoneTooShort', { count: problem.missing, number: numberWord(problem.missing, translator) });
    case 'too-long':
      return t('phoneTooLong', { count: problem.extra, number: numberWord(problem.extra, translator) });
    case 'unknown-country':
      return t('phoneCountry');
    case 'ambiguous': {
      const [first = '', second = ''] = problem.readings.map(isolate);
      return t('phoneAmbiguous', { first, second });
    }
    case 'not-in-use':
      return t('phoneNotInUse');
    default:
      return problem satisfies never;
  }
}

/** An example of a phone, unless the question is which one it is. */
function exampleFor({ code }: PhoneProblem, country: string | undefined): string | undefined {
  return code === 'ambiguous' || code === 'not-in-use' ? undefined : examplePhone(country);
}

/** Keeps the + before the digits in a text from right to left. */
function isolate(number: string): string {
  return `\u2066${number}\u2069`;
}

function withExample(text: string, example: string | undefined, { t }: Translator): string {
  return example === undefined ? text : `${text} ${t('example', { example })}`;
}

/** Returns small numbers as words if the locale contains them: `Two digits are missing.` */
function numberWord(count: number, { t }: Translator): string {
  return t('numbers').split(',')[count - 1] || String(count);
}

function formatDate(date: string, { locale }: Translator): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date));
}

function formatNumber(value: number, { locale }: Translator): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 15 }).format(value);
}
