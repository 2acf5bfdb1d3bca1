import { type ReadonlySignal, signal } from '@preact/signals-core';
import { createFieldValidator, type FieldResult, type FormField, type PhoneResult } from '../../protocol/index.ts';
import type { FormValues } from './form-values.ts';
import type { FieldProblem, ParsePhone } from './lead-form-model.ts';
import { parsePhoneByLength } from './parse-phone-by-length.ts';

export type FormValidationDeps = {
  fields: readonly FormField[];
  values: ReadonlySignal<FormValues>;
  country: ReadonlySignal<string | undefined>;
};

/** Validates the fields of a form, and keeps their problems. */
export function createFormValidation({ fields, values, country }: FormValidationDeps) {
  const problems = signal<Readonly<Record<string, FieldProblem>>>({});
  const readers = new Map(fields.map((field) => [field.name, createReader(field)]));
  /** Names of the fields that were validated, by blur() or submit(). */
  const validated = new Set<string>();
  let parser: ParsePhone | undefined;

  function createReader(field: FormField): () => FieldResult {
    const validateValue = createFieldValidator(field);
    return () => validateValue(values.peek()[field.name], parsePhone);
  }

  function parsePhone(typed: string): PhoneResult {
    if (parser === undefined) return parsePhoneByLength(typed);
    const phone = parser(typed, country.peek());
    // The lead gets the international format, because the proxy does not know which country the visitor chose.
    return phone.ok ? { ok: true, value: phone.international, digits: phone.digits } : phone;
  }

  function setProblem(name: string, problem: FieldProblem | undefined): void {
    const { [name]: last, ...others } = problems.peek();
    if (problem !== undefined) problems.value = { ...others, [name]: problem };
    else if (last !== undefined) problems.value = others;
  }

  function validate(name: string): void {
    const result = readers.get(name)?.();
    if (result === undefined) return;
    validated.add(name);
    setProblem(name, result.ok ? undefined : result.problem);
  }

  return {
    problems,
    setProblem,
    validate,
    validateAll(): void {
      for (const name of readers.keys()) validate(name);
    },
    /** Validates a field that has a problem, so that the problem disappears as soon as it is solved. */
    validateAgain(name: string): void {
      if (problems.peek()[name] !== undefined) validate(name);
    },
    setPhoneParser(parse: ParsePhone): void {
      parser = parse;
    },
    /** Validates the phones again that were validated without the parser, by their length alone. */
    validatePhonesAgain(): void {
      for (const { name, type } of fields) if (type === 'tel' && validated.has(name)) validate(name);
    },
    /** The name of the first problem that the visitor can see, else of any. Empty if there is none. */
    firstProblem(): string {
      const visible = fields.filter(({ type }) => type !== 'hidden').map(({ name }) => name);
      const names = [...visible, 'consent', ...readers.keys()];
      return names.find((name) => problems.peek()[name] !== undefined) ?? '';
    },
    /** The valid values, for the request. */
    readValues(): FormValues {
      const entries = [...readers].flatMap(([name, read]) => {
        const result = read();
        return result.ok && result.value !== undefined ? [[name, result.value] as const] : [];
      });
      return Object.fromEntries(entries);
    },
    reset(): void {
      problems.value = {};
      validated.clear();
    },
  };
}
