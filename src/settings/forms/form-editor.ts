import { untracked } from '@preact/signals';
import { type Json, type JsonObject, type Problem, problemsAt } from '../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';
import { adviceOf, appliedValue, appliedValues, settingOf } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';
import { useStable } from '../use-stable.ts';
import { type FormModel, nameOf, readForm, writeForm } from './form-model.ts';

/** One form of the draft, and its changes. */
export type FormEditor = {
  form: string;
  model: FormModel;
  change(next: FormModel): void;
  problemsOf(question: JsonObject): Problem[];
  /** Of the lists: those that no question and no step shows. */
  otherProblems: readonly Problem[];
  stepProblems(step: number): { title: readonly Problem[]; others: readonly Problem[] };
  /** Leads have this name already, so that another label does not change it. */
  isSavedName(name: string): boolean;
  isSavedChoice(name: string, value: Json): boolean;
};

/** The same, for a component that only a change of the lists draws again, and not a key in what else belongs to the form. */
export function useFormEditor(settings: SettingsState, form: string): FormEditor {
  useStable(
    () => ({
      lists: lists.map((key) => {
        const { value, problems } = settingOf(settings, { form }, key);
        return { value, problems };
      }),
      advice: adviceOf(settings, { form }, 'fields'),
      applied: appliedValue(settings, { form }, 'fields'),
    }),
    [settings, form],
  );
  return untracked(() => formEditor(settings, form));
}

const lists = ['fields', 'steps', 'routes'] as const;

function formEditor(settings: SettingsState, form: string): FormEditor {
  const { places, ...model } = readForm(appliedValues(settings, { form }));
  const setting = (key: string) => settingOf(settings, { form }, key);
  const [fields, steps] = [setting('fields'), setting('steps')];
  const problems = [...fields.problems, ...adviceOf(settings, { form }, 'fields')];
  const savedFields = appliedValue(settings, { form }, 'fields');
  const saved = Array.isArray(savedFields) ? savedFields.map(objectOf) : [];
  const savedNames = saved.map(nameOf);
  return {
    form,
    model,
    change(next) {
      const [before, after] = [writeForm(model), writeForm(next)];
      for (const key of lists) {
        if (JSON.stringify(before[key]) !== JSON.stringify(after[key])) setting(key).set(after[key]);
      }
    },
    problemsOf(question) {
      const place = places.get(question);
      return place === undefined ? [] : problemsAt(problems, place);
    },
    otherProblems: [...problems, ...steps.problems].filter(({ path }) => path.length === 0),
    stepProblems(step) {
      const own = problemsAt(steps.problems, step);
      return { title: problemsAt(own, 'title'), others: own.filter(({ path }) => path[0] !== 'title') };
    },
    isSavedName: (name) => savedNames.includes(name),
    isSavedChoice(name, value) {
      const options = saved[savedNames.indexOf(name)]?.options;
      return Array.isArray(options) && options.some((option) => objectOf(option).value === value);
    },
  };
}
