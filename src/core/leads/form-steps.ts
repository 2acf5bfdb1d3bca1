import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { FormField } from '../../protocol/form.ts';
import { type FormStep, stepOf } from '../../protocol/form-steps.ts';
import type { FormDraft } from '../state/conversation.ts';
import type { createFormValidation } from './form-validation.ts';
import type { LeadFormStep } from './lead-form-state.ts';

export type FormStepsDeps = {
  form: string;
  /** Undefined: the form is asked as a whole. */
  steps?: readonly FormStep[] | undefined;
  validation: ReturnType<typeof createFormValidation>;
  draft: ReadonlySignal<FormDraft>;
  edit(changes: FormDraft): void;
  /** Called when the visitor cannot go on, with the names of the fields that have a problem. */
  onFailed(names: string[]): void;
};

/**
 * Which step of the form the visitor is at. It is kept with what was typed, for the next page and for other tabs. A step without
 * a field that the visitor sees is left out.
 */
export function createFormSteps({ form, steps, validation, draft, edit, onFailed }: FormStepsDeps) {
  const { visible, problems } = validation;
  /** The steps with fields, by their index in the configuration. */
  const shown = computed(() =>
    (steps ?? []).flatMap((step, index) => {
      const fields = visible.value.filter(({ name, type }) => type !== 'hidden' && stepOf(name, steps ?? []) === index);
      return fields.length === 0 ? [] : [{ step, index, fields }];
    }),
  );
  // Apart, so that what the visitor types renders no other field.
  const wanted = computed(() => (draft.value.step?.form === form ? draft.value.step.index : 0));
  const current = computed<LeadFormStep | null>(() => {
    const all = shown.value;
    // An answer elsewhere may have taken the step away.
    const found = all.find(({ index }) => index >= wanted.value) ?? all.at(-1);
    if (found === undefined) return null;
    const place = all.indexOf(found);
    return {
      number: found.index + 1,
      position: place + 1,
      count: all.length,
      title: found.step.title,
      fields: found.fields,
      laterFields: all.slice(place + 1).flatMap(({ fields }) => fields),
    };
  });

  const goTo = (index: number) => edit({ values: {}, step: { form, index } });
  const goBy = (difference: 1 | -1) => {
    const target = shown.peek()[(current.peek()?.position ?? 0) - 1 + difference];
    if (target !== undefined) goTo(target.index);
  };

  return {
    current,
    /** Goes on if the fields of this step are in order. Returns the first one that is not. */
    next(): string | undefined {
      const fields: readonly FormField[] = current.peek()?.fields ?? [];
      for (const { name } of fields) validation.validate(name);
      const firstProblem = fields.find(({ name }) => problems.peek()[name] !== undefined)?.name;
      if (firstProblem === undefined) goBy(1);
      else onFailed(Object.keys(problems.peek()));
      return firstProblem;
    },
    back: () => goBy(-1),
    /** Shows the step of a field, such as one that the proxy has refused. */
    showField(name: string): void {
      const step = shown.peek().find(({ fields }) => fields.some((field) => field.name === name));
      if (step !== undefined && step.index + 1 !== current.peek()?.number) goTo(step.index);
    },
  };
}
