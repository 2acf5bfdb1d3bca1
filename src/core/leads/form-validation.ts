import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { FormField } from '../../protocol/index.ts';
import type { FieldProblem, FieldValue, ParsePhone } from './lead-form-model.ts';
import { parsePhoneByLength, validateField } from './validate-field.ts';

export type FormValidationDeps = {
  fields: readonly FormField[];
  values: ReadonlySignal<Readonly<Record<string, FieldValue>>>;
  country: ReadonlySignal<string | undefined>;
};

/** Validates the fields of a form, and keeps their problems. */
export function createFormValidation({ fields, values, country }: FormValidationDeps) {
  const problems = signal<Readonly<Record<string, FieldProblem>>>({});
  /** Fields that were validated, by blur() or submit(). */
  const validated = new Set<FormField>();
  let parser: ParsePhone = parsePhoneByLength;

  function setProblem(name: string, problem: FieldProblem | undefined): void {
    const { [name]: last, ...others } = problems.peek();
    if (problem !== undefined) problems.value = { ...others, [name]: problem };
    else if (last !== undefined) problems.value = others;
  }

  const parsePhone = (typed: string) => parser(typed, country.peek());

  function validate(field: FormField): void {
    validated.add(field);
    setProblem(field.name, validateField(field, values.peek()[field.name] ?? '', parsePhone));
  }

  return {
    problems,
    setProblem,
    parsePhone,
    validate,
    /** Validates a field that has a problem, so that the problem disappears as soon as it is solved. */
    validateAgain(field: FormField): void {
      if (problems.peek()[field.name] !== undefined) validate(field);
    },
    setPhoneParser(parse: ParsePhone): void {
      parser = parse;
    },
    /** Validates the phones again that were validated without the parser, by their length alone. */
    validatePhonesAgain(): void {
      for (const field of fields) if (field.type === 'tel' && validated.has(field)) validate(field);
    },
    /** The name of the first field with a problem, in the order of the form. Empty if no field has one. */
    firstProblem(): string {
      const names = [...fields.map(({ name }) => name), 'consent'];
      return names.find((name) => problems.peek()[name] !== undefined) ?? '';
    },
    reset(): void {
      problems.value = {};
      validated.clear();
    },
  };
}
