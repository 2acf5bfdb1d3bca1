import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { findLengthProblem } from '../../countries/index.ts';
import { visibleFields } from '../../protocol/condition.ts';
import { createFieldValidator, type FieldResult, type PhoneResult } from '../../protocol/field-value.ts';
import type { FieldValue, FormField } from '../../protocol/form.ts';
import type { FormValues } from './form-values.ts';
import type { FieldProblem } from './lead-form-state.ts';

export type FormValidationDeps = {
  fields: readonly FormField[];
  values: ReadonlySignal<FormValues>;
  country: ReadonlySignal<string | undefined>;
};

/** Validates the fields of a form, and keeps their problems. */
export function createFormValidation({ fields, values, country }: FormValidationDeps) {
  // A computed text, so that a key that changes no field's condition renders no other field.
  const visibleNames = computed(() =>
    visibleFields(fields, values.value)
      .map(({ name }) => name)
      .join(),
  );
  /** The fields that the values ask for. */
  const visible = computed(() => {
    const names = visibleNames.value.split(',');
    return fields.filter(({ name }) => names.includes(name));
  });
  const allProblems = signal<Readonly<Record<string, FieldProblem>>>({});
  const problems = computed(() => {
    const isField = (name: string) => fields.some((field) => field.name === name);
    const isVisible = (name: string) => visible.value.some((field) => field.name === name);
    const entries = Object.entries(allProblems.value).filter(([name]) => !isField(name) || isVisible(name));
    return Object.fromEntries(entries);
  });
  const readers = new Map(fields.map((field) => [field.name, createReader(field)]));
  /** The values that the proxy has refused, by field: only another value changes what it says about them. */
  const refused = new Map<string, FieldValue | undefined>();

  function createReader(field: FormField): () => FieldResult {
    const validateValue = createFieldValidator(field);
    return () => validateValue(values.peek()[field.name], parsePhone);
  }

  /** The proxy reads phones as they were typed, and knows more about them than a browser should load. */
  function parsePhone(typed: string): PhoneResult {
    const problem = findLengthProblem(typed, country.peek());
    if (problem === undefined) return { ok: true, value: typed, digits: undefined };
    return { ok: false, problem, country: country.peek() };
  }

  function setProblem(name: string, problem: FieldProblem | undefined): void {
    const { [name]: last, ...others } = allProblems.peek();
    if (problem !== undefined) allProblems.value = { ...others, [name]: problem };
    else if (last !== undefined) allProblems.value = others;
  }

  function validate(name: string): void {
    const result = readers.get(name)?.();
    if (result === undefined) return;
    refused.delete(name);
    setProblem(name, result.ok ? undefined : result.problem);
  }

  return {
    visible,
    /** Of the visible fields, and of what is no field: the consent and the captcha. */
    problems,
    setProblem,
    validate,
    validateAll(): void {
      for (const { name } of visible.peek()) validate(name);
    },
    /** Validates a field that has a problem, so that the problem disappears as soon as it is solved. */
    validateAgain(name: string): void {
      if (problems.peek()[name] !== undefined) validate(name);
    },
    /** What the proxy says about the value that was sent of a field. */
    setRefusal(name: string, value: FieldValue | undefined, problem: FieldProblem): void {
      refused.set(name, value);
      setProblem(name, problem);
    },
    /** Whether the proxy has refused the value that the field has. */
    isRefused: (name: string): boolean => refused.has(name) && refused.get(name) === values.peek()[name],
    /** The name of the first problem that the visitor can see, else of any. Empty if there is none. */
    firstProblem(): string {
      const seen = visible.peek().filter(({ type }) => type !== 'hidden');
      const names = [...seen, { name: 'consent' }, ...visible.peek()].map(({ name }) => name);
      return names.find((name) => problems.peek()[name] !== undefined) ?? '';
    },
    /** The valid values of the visible fields, for the request. */
    readValues(): FormValues {
      const entries = visible.peek().flatMap(({ name }) => {
        const result = readers.get(name)?.();
        return result?.ok && result.value !== undefined ? [[name, result.value] as const] : [];
      });
      return Object.fromEntries(entries);
    },
    reset(): void {
      allProblems.value = {};
      refused.clear();
    },
  };
}
