import { type ChoicesProblem, choicesProblem } from './choices-value.ts';
import { cleanText } from './clean-text.ts';
import { type DateProblem, dateProblem, localToday, type Today } from './date-value.ts';
import { cleanEmail, isEmail } from './email.ts';
import type { FieldValue, FormField } from './form.ts';
import { cleanNumber, type NumberProblem, numberProblem } from './number-value.ts';
import { createPatternCheck, type PatternCheck } from './pattern.ts';
import { asciiDigits, cleanPhone, type PhoneProblem } from './phone.ts';

/** What is wrong with the value of a field. */
export type ValueProblem =
  | { code: 'required' }
  /** A text for a checkbox, true or false for another field, or no list for `checkboxes`. */
  | { code: 'type' }
  | { code: 'too-long'; max: number }
  | { code: 'pattern' }
  | { code: 'email' }
  | { code: 'option' }
  | { code: 'phone'; problem: PhoneProblem }
  | ChoicesProblem
  | DateProblem
  | NumberProblem;

/** `value`: what the lead gets; undefined if the field is empty. `country`: of a phone, as far as it is known. */
export type FieldResult =
  | { ok: true; value: FieldValue | undefined }
  | { ok: false; problem: ValueProblem; country?: string | undefined };

/** `value`: the phone for the lead. `digits`: E.164 digits; undefined while they are not known. */
export type PhoneResult =
  | { ok: true; value: string; digits: string | undefined }
  | { ok: false; problem: PhoneProblem; country: string | undefined };

type FieldValidator = (value: FieldValue | undefined, parsePhone: (text: string) => PhoneResult) => FieldResult;

const maxPhoneLength = 200;

/**
 * Creates the check of a field's values. The form in the browser and the proxy both use it, so that the proxy accepts
 * everything that the visitor can send. `createPattern`: the engine for the field's pattern.
 */
export function createFieldValidator(
  field: FormField,
  createPattern: (pattern: string) => PatternCheck = createPatternCheck,
  today: () => Today = localToday,
): FieldValidator {
  switch (field.type) {
    case 'checkbox':
      return (value) => validateCheckbox(field, value);
    case 'checkboxes':
      return (value) => validateChoices(field, value);
    default:
      return createTextValidator(field, createPattern, today);
  }
}

/** Returns the choices in the order of the form, each once. */
function validateChoices(field: FormField, value: FieldValue = []): FieldResult {
  if (!Array.isArray(value)) return failure({ code: 'type' });
  const chosen = new Set(value.map((choice) => cleanValue(field, choice)));
  const known = (field.options ?? []).map((option) => cleanValue(field, option.value));
  if (chosen.size === 0) return field.required ? failure({ code: 'required' }) : { ok: true, value: undefined };
  if (![...chosen].every((choice) => known.includes(choice))) return failure({ code: 'option' });
  const problem = choicesProblem(chosen.size, field);
  return problem === undefined ? { ok: true, value: known.filter((choice) => chosen.has(choice)) } : failure(problem);
}

/** A required checkbox must be ticked. */
function validateCheckbox({ required }: FormField, value: FieldValue | undefined): FieldResult {
  if (value !== undefined && typeof value !== 'boolean') return failure({ code: 'type' });
  return required && value !== true ? failure({ code: 'required' }) : { ok: true, value };
}

function createTextValidator(
  field: FormField,
  createPattern: (pattern: string) => PatternCheck,
  today: () => Today,
): FieldValidator {
  const { type, required } = field;
  const max = maxLengthOf(field);
  const options =
    type === 'select' || type === 'radio'
      ? new Set(field.options?.map((option) => cleanValue(field, option.value)))
      : undefined;
  const matchesPattern = field.pattern === undefined ? () => true : createPattern(field.pattern);

  /** `text`: a phone as E.164 with `+`, so that it does not matter how the visitor writes it. */
  function formatProblem(text: string): ValueProblem | undefined {
    if (text.length > max) return { code: 'too-long', max };
    if (type === 'email' && !isEmail(text)) return { code: 'email' };
    if (options?.has(text) === false) return { code: 'option' };
    if (type === 'date') return dateProblem(text, field, today());
    if (type === 'number') return numberProblem(text, field);
    return matchesPattern(text) ? undefined : { code: 'pattern' };
  }

  return (value, parsePhone) => {
    if (value !== undefined && typeof value !== 'string') return failure({ code: 'type' });
    const text = fieldText(field, value);
    if (text === '') return required ? failure({ code: 'required' }) : { ok: true, value: undefined };
    if (type !== 'tel') return toResult(formatProblem(text), text);
    if (text.length > maxPhoneLength) return failure({ code: 'too-long', max: maxPhoneLength });
    const phone = parsePhone(text);
    if (!phone.ok) return { ok: false, problem: { code: 'phone', problem: phone.problem }, country: phone.country };
    return toResult(phone.digits === undefined ? undefined : formatProblem(`+${phone.digits}`), phone.value);
  };
}

/** What decides how a value is cleaned. */
export type CleanedField = Pick<FormField, 'type' | 'step' | 'min'>;

/** The text that a field has. A hidden field without a value from the page has the form's value. */
export function fieldText(field: CleanedField & Pick<FormField, 'value'>, typed = ''): string {
  return cleanValue(field, typed) || (field.type === 'hidden' ? cleanValue(field, field.value ?? '') : '');
}

/**
 * Cleans a text that a field may have, typed or configured, before it is judged, compared or kept. Browser and proxy, forms,
 * conditions, routes and signed tokens all use it.
 */
export function cleanValue(field: CleanedField, text: string): string {
  const { type } = field;
  switch (type) {
    case 'date':
      return asciiDigits(text);
    case 'number':
      return cleanNumber(text, field);
    case 'tel':
      return cleanPhone(text);
    case 'email':
      return cleanEmail(text);
    default:
      return cleanText(text, { multiline: type === 'textarea' });
  }
}

/** The longest text that a field takes. */
export function maxLengthOf({ type, maxLength, options = [] }: FormField): number {
  // Quotes and a comma stand around each.
  if (type === 'checkboxes') return options.reduce((sum, { value }) => sum + value.length + 3, 0);
  // Pages fill hidden fields with addresses and the like, which are longer than what people type.
  return maxLength ?? (type === 'textarea' || type === 'hidden' ? 2000 : 200);
}

function toResult(problem: ValueProblem | undefined, value: string): FieldResult {
  return problem === undefined ? { ok: true, value } : failure(problem);
}

function failure(problem: ValueProblem): FieldResult {
  return { ok: false, problem };
}
