import { nearestName } from '../../options/index.ts';
import { type AttributeValue, attributeValue, fieldName } from '../../protocol/index.ts';

export type AttributesCheck = { accepted: Record<string, AttributeValue>; problems: string[] };

/**
 * Which values of `setAttributes()` can be sent, and why the others cannot. `names` is the form's list; undefined without a
 * proxy, where the page itself decides. Never says the values: they may be personal data.
 */
export function checkAttributes(
  values: Readonly<Record<string, unknown>>,
  names: readonly string[] | undefined,
): AttributesCheck {
  const check: AttributesCheck = { accepted: {}, problems: [] };
  for (const [name, value] of Object.entries(values)) {
    const result = attributeValue.safeParse(value);
    const isKnown = names?.includes(name) ?? fieldName.safeParse(name).success;
    if (!isKnown) check.problems.push(unknownName(name, names ?? []));
    else if (result.success) check.accepted[name] = result.data;
    else {
      const expected = 'a text of at most 2000 characters, a number, true or false';
      check.problems.push(`[leadchat] attribute "${name}" is not sent: its value must be ${expected}.`);
    }
  }
  return check;
}

function unknownName(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
  return `[leadchat] attribute "${name}" is not sent: the form does not list it in \`attributes\`.${hint}`;
}
