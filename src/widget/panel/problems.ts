import { nearestName } from '../../options/index.ts';
import { attributeValue, type FormField, fieldName } from '../../protocol/form.ts';
import { fitsType } from '../../protocol/value-kind.ts';

export { describeProblems } from '../../options/index.ts';

/*
 * Messages about mistakes of the host page, for its developer. They are loaded only when there is a mistake. No message
 * contains a visitor's values, because these are personal data.
 */

/** Describes the values of `prefill()` that fill in nothing. `fields` is undefined if the chat has no form. */
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
    if (fitsType(field.type, value)) return [];
    const type = field.type === 'checkbox' ? 'boolean' : field.type === 'checkboxes' ? 'list of strings' : 'string';
    return `[leadchat] "${name}" fills in nothing: its value must be a ${type}, got a ${typeof value}.`;
  });
}

/** Describes the values of `setAttributes()` that are not sent. `names` is undefined if every name is accepted. */
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

/** Describes attributes that were set after the lead was sent. */
export function lateAttributeProblems(names: readonly string[]): string[] {
  return names.map(
    (name) => `[leadchat] attribute "${name}" came after the lead was sent; it will be part of the next lead.`,
  );
}

function hint(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}
