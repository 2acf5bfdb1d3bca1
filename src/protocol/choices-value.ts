import type { FormField } from './form.ts';

/** What is wrong with the choices of a field. */
export type ChoicesProblem = { code: 'too-few'; min: number } | { code: 'too-many'; max: number };

const separator = ', ';

/** The chosen values as one text, as the lead gets them. */
export function joinChoices(chosen: readonly string[]): string {
  return chosen.join(separator);
}

/** The values of a text that `joinChoices` has made, or of a list. No value contains the separator. */
export function choicesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((choice) => typeof choice === 'string');
  return typeof value === 'string' && value !== '' ? value.split(separator) : [];
}

/** Whether a value can be told from the others in the joined text. */
export function isSeparable(value: string): boolean {
  return !value.includes(separator.trim());
}

export function choicesProblem(count: number, { minChoices, maxChoices }: FormField): ChoicesProblem | undefined {
  if (minChoices !== undefined && count < minChoices) return { code: 'too-few', min: minChoices };
  if (maxChoices !== undefined && count > maxChoices) return { code: 'too-many', max: maxChoices };
  return undefined;
}
