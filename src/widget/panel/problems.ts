import { nearestName } from '../../options/index.ts';
import { attributeValue, type FormField, fieldName } from '../../protocol/index.ts';

/*
 * Mistakes of the host page, in words for its developer. They are loaded when there is one, because visitors of a page without
 * a mistake need none of them. No text says a visitor's values: these are personal data.
 */

export { findOptionProblems } from '../../options/index.ts';

/** Why values of `prefill()` fill in nothing, by name. Without `fields` the chat has no form. */
export function findPrefillProblems(
  values: Readonly<Record<string, unknown>>,
  fields: readonly FormField[] | undefined,
): string[] {
  if (fields === undefined) {
    const names = Object.keys(values).map((name) => `"${name}"`);
    return names.length === 0 ? [] : [`[leadchat] ${names.join(', ')}: this chat has no form to fill in.`];
  }
  return Object.entries(values).flatMap(([name, value]) => {
    const field = fields.find((known) => known.name === name);
    if (field === undefined) {
      const names = fields.map((known) => known.name);
      return `[leadchat] "${name}" fills in nothing: the form has no such field.${hint(name, names)}`;
    }
    const type = field.type === 'checkbox' ? 'boolean' : 'string';
    if (typeof value === type) return [];
    return `[leadchat] "${name}" fills in nothing: its value must be a ${type}, got a ${typeof value}.`;
  });
}

/** Why values of `setAttributes()` are not sent. `names` is the form's list, undefined where every name is accepted. */
export function findAttributeProblems(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[] | undefined,
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const isKnown = names?.includes(name) ?? fieldName.safeParse(name).success;
    if (!isKnown) {
      const reason = 'the form does not list it in `attributes`';
      return `[leadchat] attribute "${name}" is not sent: ${reason}.${hint(name, names ?? [])}`;
    }
    if (attributeValue.safeParse(value).success) return [];
    const expected = 'a text of at most 2000 characters, a number, true or false';
    return `[leadchat] attribute "${name}" is not sent: its value must be ${expected}.`;
  });
}

/** Attributes that were set after the lead was sent. */
export function lateAttributeProblems(names: readonly string[]): string[] {
  return names.map(
    (name) => `[leadchat] attribute "${name}" came after the lead was sent; it will be part of the next lead.`,
  );
}

function hint(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
