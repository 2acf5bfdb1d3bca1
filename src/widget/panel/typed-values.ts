import type { LeadFormState } from '../../core/index.ts';
import { hasOption, isEmptyValue } from '../../protocol/value-kind.ts';

/**
 * Copies what the visitor has typed into one form to the fields of the same name and type in another. The page may name
 * another form at any time, also while the visitor is typing.
 */
export function copyTypedValues(from: LeadFormState | null | undefined, to: LeadFormState | null): void {
  if (from == null || to === null || !from.isTouched.peek()) return;
  const typed = from.values.peek();
  for (const field of to.fields) {
    const { name, type } = field;
    const value = typed[name];
    const isSameField = type !== 'hidden' && from.fields.some((other) => other.name === name && other.type === type);
    if (!isSameField || value === undefined || isEmptyValue(value) || !hasOption(field, value)) continue;
    to.set(name, value);
    // A number without `+` is one of the country that was chosen for it.
    if (type === 'tel') to.setCountry(from.country.peek());
  }
}
