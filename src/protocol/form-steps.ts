import * as z from 'zod/mini';
import { type FormField, fieldName } from './form.ts';
import { localizedText } from './localized.ts';

/** One step of a form that is asked in parts. */
export const formStep = z.strictObject({
  /** Heading of the step: one text, or texts by language. @default none */
  title: z.optional(localizedText(80, 1)),
  /** Names of its fields. Fields that no step names are on the last one. */
  fields: z.array(fieldName).check(z.minLength(1), z.maxLength(40)),
});
export type FormStep = z.infer<typeof formStep>;

export const maxSteps = 20;
export const formSteps = z.array(formStep).check(z.minLength(1), z.maxLength(maxSteps));

/** The number of the step that a field is in, from 0. */
export function stepOf(name: string, steps: readonly FormStep[]): number {
  const index = steps.findIndex(({ fields }) => fields.includes(name));
  return index === -1 ? steps.length - 1 : index;
}

/** The fields in the order in which the visitor comes to them. */
export function orderBySteps(fields: readonly FormField[], steps: readonly FormStep[]): FormField[] {
  const placeOf = ({ name }: FormField) => {
    const index = stepOf(name, steps);
    const place = steps[index]?.fields.indexOf(name) ?? -1;
    return index * 1000 + (place === -1 ? 999 : place);
  };
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** What is wrong with the steps of a form, with the place below `steps`. */
export function stepProblems(
  steps: readonly FormStep[],
  fields: readonly FormField[],
): { path: (string | number)[]; message: string }[] {
  const seen = new Set<string>();
  return steps.flatMap((step, index) =>
    step.fields.flatMap((name, at) => {
      const path = [index, 'fields', at];
      if (!fields.some((field) => field.name === name)) {
        const names = fields.map((field) => field.name).join(', ');
        return [{ path, message: `is not a field of this form; its fields are ${names}` }];
      }
      if (seen.has(name)) return [{ path, message: 'is in a step already; a field is asked once' }];
      seen.add(name);
      return [];
    }),
  );
}
