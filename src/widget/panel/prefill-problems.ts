import { nearestName } from '../../options/index.ts';
import type { FormField } from '../../protocol/index.ts';

/** Why values from the page fill in nothing, by name. Never says the values themselves: they are personal data. */
export function prefillProblems(
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
      const nearest = nearestName(
        name,
        fields.map((known) => known.name),
      );
      const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
      return `[leadchat] "${name}" fills in nothing: the form has no such field.${hint}`;
    }
    const type = field.type === 'checkbox' ? 'boolean' : 'string';
    if (typeof value === type) return [];
    return `[leadchat] "${name}" fills in nothing: its value must be a ${type}, got a ${typeof value}.`;
  });
}
