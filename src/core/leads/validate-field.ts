import type { PhoneParseResult, PhoneProblem } from '../../phone/index.ts';
import type { FormField } from '../../protocol/index.ts';
import type { FieldProblem, FieldValue, ParsePhone } from './lead-form-model.ts';

/** Returns the problem of a field's value, if it has one. */
export function validateField(
  field: FormField,
  value: FieldValue,
  parsePhone: (typed: string) => PhoneParseResult,
): FieldProblem | undefined {
  if (typeof value === 'boolean') return field.required && !value ? { code: 'required' } : undefined;
  const text = value.trim();
  if (text === '') return field.required ? { code: 'required' } : undefined;
  const max = field.maxLength ?? (field.type === 'textarea' ? 2000 : 200);
  if (text.length > max) return { code: 'too-long', max };
  if (field.type === 'tel') {
    const result = parsePhone(text);
    if (!result.ok) return { code: 'phone', problem: result.problem };
  }
  if (field.type === 'email' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) return { code: 'email' };
  if (field.options?.every((option) => option.value !== text)) return { code: 'option' };
  return matchesPattern(field.pattern, text) ? undefined : { code: 'pattern' };
}

/** An invalid pattern matches everything, because the visitor could not correct it. */
function matchesPattern(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  try {
    return new RegExp(`^(?:${pattern})$`, 'u').test(text);
  } catch {
    return true;
  }
}

/**
 * Parses phones until the metadata is loaded. It counts digits of any script: E.164 numbers have at most 15, and no number in
 * use has fewer than 7. The proxy checks the rest.
 */
export const parsePhoneByLength: ParsePhone = (typed) => {
  const digits = typed.match(/\p{Nd}/gu)?.join('') ?? '';
  if (digits === '') return toFailure({ code: 'not-a-number' });
  if (digits.length < 7) return toFailure({ code: 'too-short', missing: 7 - digits.length });
  if (digits.length > 15) return toFailure({ code: 'too-long', extra: digits.length - 15 });
  return { ok: true, digits, country: undefined, international: typed, national: typed };
};

function toFailure(problem: PhoneProblem): PhoneParseResult {
  return { ok: false, problem, country: undefined };
}
