import { defaultFields } from '../../protocol/form.ts';
import { hasKey, type Json, type JsonObject, knownQuestions } from '../../schema-form/index.ts';
import { objectOf } from '../json-value.ts';

/** A part of a form that is asked at a time. */
export type Step = { title?: Json; questions: readonly JsonObject[] };

/** The questions of a form in the order in which visitors come to them. */
export type FormModel = {
  /** At least one. Without steps, all questions are in the first. */
  steps: readonly Step[];
  hasSteps: boolean;
  /** What happens to leads by their answers; it names questions and choices. */
  routes: readonly JsonObject[];
};

/** The keys of a form that the model is read from, and written to. */
export type FormKeys = { fields: Json; steps: Json | undefined; routes: Json };

/** `places`: where each question stands in `fields`. A phone that the form has without listing it stands nowhere. */
export function readForm(values: JsonObject): FormModel & { places: ReadonlyMap<JsonObject, number> } {
  const listed = Array.isArray(values.fields) ? values.fields.map(objectOf) : usualQuestions();
  const places = new Map(listed.map((question, index) => [question, index]));
  const questions = listed.some(({ name }) => name === 'phone') ? listed : [phone(), ...listed];
  const routes = Array.isArray(values.routes) ? values.routes.map(objectOf) : [];
  const steps = Array.isArray(values.steps) ? values.steps.map(objectOf) : [];
  if (steps.length === 0) return { steps: [{ questions }], hasSteps: false, routes, places };
  const names = steps.map(({ fields }) => (Array.isArray(fields) ? fields : []));
  const stepOf = ({ name = '' }: JsonObject) => {
    const index = names.findIndex((step) => step.includes(name));
    return index === -1 ? steps.length - 1 : index;
  };
  const placeOf = ({ name = '' }: JsonObject, step: number) => {
    const place = names[step]?.indexOf(name) ?? -1;
    return place === -1 ? Number.MAX_SAFE_INTEGER : place;
  };
  return {
    steps: steps.map(({ title }, index) => ({
      ...(title !== undefined && { title }),
      questions: questions
        .filter((question) => stepOf(question) === index)
        .toSorted((a, b) => placeOf(a, index) - placeOf(b, index)),
    })),
    hasSteps: true,
    routes,
    places,
  };
}

/** A step without questions cannot be asked: it is gone. */
export function writeForm({ steps, hasSteps, routes }: FormModel): FormKeys {
  const written = steps
    .filter(({ questions }) => questions.length > 0)
    .map(({ title, questions }) => ({
      ...(title !== undefined && { title }),
      fields: questions.map(nameOf).filter((name) => name !== ''),
    }));
  return {
    fields: questionsOf({ steps }),
    steps: hasSteps ? written : undefined,
    routes: [...routes],
  };
}

export function questionsOf({ steps }: Pick<FormModel, 'steps'>): JsonObject[] {
  return steps.flatMap(({ questions }) => questions);
}

export function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name : '';
}

export function typeOf({ type }: JsonObject): string {
  return typeof type === 'string' ? type : 'text';
}

/** `at`: places are counted through all steps. */
export function addQuestion(form: FormModel, question: JsonObject): FormModel {
  const last = form.steps.length - 1;
  return withSteps(
    form,
    form.steps.map((step, index) => (index === last ? { ...step, questions: [...step.questions, question] } : step)),
  );
}

export function removeQuestion(form: FormModel, at: number): FormModel {
  return withSteps(
    form,
    mapQuestions(form, (question, place) => (place === at ? [] : [question])),
  );
}

/** Puts a question of `before` back to where it was, and leaves alone what else has changed since. */
export function restoreQuestion(form: FormModel, before: FormModel, at: number): FormModel {
  const question = questionsOf(before)[at];
  if (question === undefined) return form;
  const { step, index } = positionOf(before, at);
  const { questions = [], ...rest } = before.steps[step] ?? {};
  // Its step has gone with it.
  if (form.hasSteps && questions.length === 1) {
    return { ...form, steps: form.steps.toSpliced(step, 0, { ...rest, questions: [question] }) };
  }
  const to = Math.min(step, form.steps.length - 1);
  const steps = form.steps.map((other, number) =>
    number === to ? { ...other, questions: other.questions.toSpliced(index, 0, question) } : other,
  );
  return { ...form, steps };
}

/** Before or after the neighbor, which may be the end of another step. */
export function moveQuestion(form: FormModel, at: number, by: -1 | 1): FormModel {
  const { step, index } = positionOf(form, at);
  const neighbors = form.steps[step]?.questions ?? [];
  const isWithin = index + by >= 0 && index + by < neighbors.length;
  if (isWithin) return placeQuestion(form, at, { step, index: index + by });
  const next = form.steps[step + by];
  if (next === undefined) return form;
  return placeQuestion(form, at, { step: step + by, index: by === 1 ? 0 : next.questions.length });
}

/** Puts a question to a place in a step: that which it has afterwards. */
export function placeQuestion(form: FormModel, at: number, to: { step: number; index: number }): FormModel {
  const question = questionsOf(form)[at];
  if (question === undefined) return form;
  const rest = mapQuestions(form, (other, place) => (place === at ? [] : [other]));
  return withSteps(
    form,
    rest.map((step, number) =>
      number === to.step ? { ...step, questions: step.questions.toSpliced(to.index, 0, question) } : step,
    ),
  );
}

/** Puts a question to one side of another, as by a pointer. */
export function dropQuestion(form: FormModel, at: number, over: number, side: 'before' | 'after'): FormModel {
  const [own, target] = [positionOf(form, at), positionOf(form, over)];
  const index = target.index + (side === 'after' ? 1 : 0);
  const isBehind = own.step === target.step && own.index < index;
  return placeQuestion(form, at, { step: target.step, index: isBehind ? index - 1 : index });
}

export function canMove(form: FormModel, at: number, by: -1 | 1): boolean {
  const { step, index } = positionOf(form, at);
  const count = form.steps[step]?.questions.length ?? 0;
  return by === -1 ? step > 0 || index > 0 : index < count - 1 || step < form.steps.length - 1;
}

/** The step, and the place in it. */
export function positionOf({ steps }: FormModel, at: number): { step: number; index: number } {
  let index = at;
  for (const [step, { questions }] of steps.entries()) {
    if (index < questions.length) return { step, index };
    index -= questions.length;
  }
  return { step: steps.length - 1, index };
}

/** The question and those behind it in its step become a step. */
export function startStep(form: FormModel, at: number): FormModel {
  const { step, index } = positionOf(form, at);
  const { questions = [], ...rest } = form.steps[step] ?? {};
  if (index === 0) return form;
  const parts = [{ ...rest, questions: questions.slice(0, index) }, { questions: questions.slice(index) }];
  return { ...form, hasSteps: true, steps: form.steps.toSpliced(step, 1, ...parts) };
}

/** A step becomes the end of the one before. The first one takes all steps away if it is alone. */
export function joinStep(form: FormModel, number: number): FormModel {
  const [before, step] = [form.steps[number - 1], form.steps[number]];
  if (before === undefined || step === undefined)
    return { ...form, hasSteps: false, steps: [{ questions: questionsOf(form) }] };
  const joined = { ...before, questions: [...before.questions, ...step.questions] };
  const steps = form.steps.toSpliced(number - 1, 2, joined);
  // One step without a title is a form without steps.
  return { ...form, steps, hasSteps: steps.length > 1 || joined.title !== undefined };
}

export function nameStep(form: FormModel, number: number, title: Json | undefined): FormModel {
  const { title: _, ...step } = form.steps[number] ?? { questions: [] };
  return { ...form, steps: form.steps.with(number, title === undefined ? step : { ...step, title }) };
}

/** Another name is taken along by all that refers to the question. */
export function changeQuestion(form: FormModel, at: number, next: JsonObject): FormModel {
  const before = questionsOf(form)[at];
  const changed = withSteps(
    form,
    mapQuestions(form, (question, place) => [place === at ? next : question]),
  );
  if (before === undefined || nameOf(before) === nameOf(next)) return changed;
  return renamed(changed, nameOf(before), nameOf(next));
}

/** Another kind keeps what it has in common with the one before. */
export function withType(question: JsonObject, type: string): JsonObject {
  const before = typeOf(question);
  const kept = Object.fromEntries(Object.entries(question).filter(([key]) => hasKey(type, key, before)));
  const needsChoices = hasKey(type, 'options') && kept.options === undefined;
  return { ...kept, type, ...(needsChoices && { options: firstChoices() }) };
}

/** To begin with, as a question with choices needs some. */
export function firstChoices(): JsonObject[] {
  return ['Choice 1', 'Choice 2'].map((words) => ({ value: words, label: words }));
}

/** The value of a choice, in all conditions that name it. */
export function renameChoice(form: FormModel, name: string, from: string, to: string): FormModel {
  const answers = (is: Json | undefined): Json => {
    if (Array.isArray(is)) return is.map((answer) => (answer === from ? to : answer));
    return is === from ? to : (is ?? '');
  };
  const steps = mapQuestions(form, (question) => {
    const { showIf } = question;
    const condition = objectOf(showIf);
    if (showIf === undefined || condition.field !== name) return [question];
    return [{ ...question, showIf: { ...condition, is: answers(condition.is) } }];
  });
  const routes = form.routes.map((route) => {
    const when = objectOf(route.when);
    return Object.hasOwn(when, name) ? { ...route, when: { ...when, [name]: answers(when[name]) } } : route;
  });
  return { ...form, steps, routes };
}

function renamed(form: FormModel, from: string, to: string): FormModel {
  const steps = mapQuestions(form, (question) => {
    const condition = objectOf(question.showIf);
    return [condition.field === from ? { ...question, showIf: { ...condition, field: to } } : question];
  });
  const routes = form.routes.map((route) => {
    const when = Object.entries(objectOf(route.when));
    return when.some(([name]) => name === from)
      ? { ...route, when: Object.fromEntries(when.map(([name, is]) => [name === from ? to : name, is])) }
      : route;
  });
  return { ...form, steps, routes };
}

function mapQuestions(form: FormModel, change: (question: JsonObject, at: number) => JsonObject[]): Step[] {
  let at = 0;
  return form.steps.map((step) => ({
    ...step,
    questions: step.questions.flatMap((question) => change(question, at++)),
  }));
}

function withSteps(form: FormModel, steps: readonly Step[]): FormModel {
  const filled = steps.filter(({ questions }) => questions.length > 0);
  return { ...form, steps: filled.length > 0 ? filled : [{ questions: [] }] };
}

/** Of a form that lists none. */
function usualQuestions(): JsonObject[] {
  return defaultFields.map(({ name, type, required }) => ({ name, type, required }));
}

function phone(): JsonObject {
  return { name: 'phone', type: 'tel', required: true };
}

/** Whether the service knows the field by its name, which therefore stays. */
export function isKnown(name: string): boolean {
  return name === 'phone' || knownQuestions.some((known) => known.name === name);
}
