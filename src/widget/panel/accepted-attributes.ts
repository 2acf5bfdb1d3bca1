import { type AttributeValue, attributeValue, fieldName } from '../../protocol/form.ts';

/**
 * Returns the values of `setAttributes()` that can be sent. `names` is the form's list. It is undefined without a proxy; then
 * every valid name is accepted.
 */
export function acceptedAttributes(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[] | undefined,
): Record<string, AttributeValue> {
  const accepted: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(values)) {
    const result = attributeValue.safeParse(value);
    const isKnown = names?.includes(name) ?? fieldName.safeParse(name).success;
    if (isKnown && result.success) accepted[name] = result.data;
  }
  return accepted;
}
