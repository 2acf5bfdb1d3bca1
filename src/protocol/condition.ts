import { choicesOf } from './choices-value.ts';
import { type CleanedField, cleanValue, fieldText } from './field-value.ts';
import type { ConditionValue, FormField } from './form.ts';

type Values = Readonly<Record<string, unknown>>;
type ConditionalField = CleanedField & Pick<FormField, 'name' | 'value' | 'showIf'>;

/**
 * The fields of a form that these values ask for. A field with a condition on a field that is not among them is not either.
 * The form in the browser and the proxy both use it, so that they agree about every lead.
 */
export function visibleFields<Field extends ConditionalField>(fields: readonly Field[], values: Values): Field[] {
  const isVisible = createVisibility(fields, values);
  return fields.filter(({ name }) => isVisible(name));
}

/** Whether the values of a form meet all of these conditions. A field that is not visible has no value. */
export function meetsConditions(
  fields: readonly ConditionalField[],
  values: Values,
  when: Readonly<Record<string, ConditionValue>>,
): boolean {
  const isVisible = createVisibility(fields, values);
  return Object.entries(when).every(([name, is]) => {
    const field = fields.find((known) => known.name === name);
    return field !== undefined && isVisible(name) && hasValue(field, values, is);
  });
}

function createVisibility(fields: readonly ConditionalField[], values: Values): (name: string) => boolean {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const known = new Map<string, boolean>();
  const isVisible = (name: string): boolean => {
    const field = byName.get(name);
    if (field === undefined) return false;
    const { showIf } = field;
    if (showIf === undefined) return true;
    const decided = known.get(name);
    if (decided !== undefined) return decided;
    // A condition that depends on itself is never met. The proxy refuses it, but a page can write one.
    known.set(name, false);
    const target = byName.get(showIf.field);
    const isMet = target !== undefined && isVisible(showIf.field) && hasValue(target, values, showIf.is);
    known.set(name, isMet);
    return isMet;
  };
  return isVisible;
}

/** A checkbox without a value is not ticked. Of several choices one is enough, as a list or as the lead has them. */
function hasValue(field: ConditionalField, values: Values, is: ConditionValue): boolean {
  const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined;
  const wanted = typeof is === 'object' ? is : [is];
  if (field.type === 'checkbox') return wanted.includes(value === true);
  if (field.type === 'checkboxes') {
    const chosen = choicesOf(value).map((choice) => cleanValue(field, choice));
    return wanted.some((option) => typeof option === 'string' && chosen.includes(cleanValue(field, option)));
  }
  const text = fieldText(field, typeof value === 'string' ? value : '');
  return text !== '' && wanted.some((option) => typeof option === 'string' && cleanValue(field, option) === text);
}
