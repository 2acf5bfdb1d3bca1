import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/schema-form/index.ts';
import {
  addQuestion,
  canMove,
  changeQuestion,
  dropQuestion,
  joinStep,
  moveQuestion,
  nameOf,
  questionsOf,
  readForm,
  removeQuestion,
  renameChoice,
  restoreQuestion,
  startStep,
  withType,
  writeForm,
} from '../../../src/settings/forms/form-model.ts';

const fields = [
  { name: 'phone', type: 'tel', required: true },
  {
    name: 'staff',
    type: 'radio',
    options: [
      { value: '1–9', label: '1–9' },
      { value: '100+', label: '100+' },
    ],
  },
  { name: 'budget', type: 'number', showIf: { field: 'staff', is: ['100+', '1–9'] } },
  { name: 'plan', type: 'text' },
];
const routes = [{ when: { staff: '100+', plan: 'pro' }, tags: ['big'] }];
const form = readForm({ fields, routes });
const inSteps = readForm({
  fields,
  routes,
  steps: [{ title: 'You', fields: ['staff', 'phone'] }, { fields: ['budget'] }],
});

const namesOf = (model: { steps: readonly { questions: readonly JsonObject[] }[] }) =>
  model.steps.map(({ questions }) => questions.map(nameOf));

describe('the questions of a form', () => {
  it('have a phone number first if the form lists none', () => {
    expect(namesOf(readForm({ fields: fields.slice(1) }))).toEqual([['phone', 'staff', 'budget', 'plan']]);
    expect(namesOf(readForm({}))).toEqual([['phone', 'first_name', 'last_name', 'email']]);
  });

  it('know where each of them stands in the list that issues are about', () => {
    const { places, steps } = readForm({ fields: fields.slice(1) });
    const [phone, staff] = questionsOf({ steps });
    expect(phone && places.get(phone)).toBeUndefined();
    expect(staff && places.get(staff)).toBe(0);
  });

  it('are written as they were read', () => {
    expect(writeForm(form)).toEqual({ fields, steps: undefined, routes });
    expect(writeForm(inSteps)).toEqual({
      // In the order of the steps; what no step names is on the last one.
      fields: [fields[1], fields[0], fields[2], fields[3]],
      steps: [{ title: 'You', fields: ['staff', 'phone'] }, { fields: ['budget', 'plan'] }],
      routes,
    });
  });

  it('come back to their place, also to a step that has gone with them', () => {
    const steps = [{ fields: ['phone'] }, { title: 'Money', fields: ['budget'] }, { fields: ['staff', 'plan'] }];
    const before = readForm({ fields, steps });
    for (const at of [0, 1, 2, 3]) {
      expect(writeForm(restoreQuestion(removeQuestion(before, at), before, at))).toEqual(writeForm(before));
    }
    const joined = joinStep(joinStep(joinStep(removeQuestion(before, 1), 1), 0), 0);
    expect(namesOf(restoreQuestion(joined, before, 1))).toEqual([['budget', 'phone', 'staff', 'plan']]);
  });

  it.each([
    ['up within a step', 2, -1, [['phone', 'budget', 'staff', 'plan']]],
    ['down within a step', 1, 1, [['phone', 'budget', 'staff', 'plan']]],
    ['no further than the end', 3, 1, [['phone', 'staff', 'budget', 'plan']]],
  ] as const)('move %s', (_, at, by, names) => {
    expect(namesOf(moveQuestion(form, at, by))).toEqual(names);
  });

  it('move into the step before or behind, and a step that is empty then is gone', () => {
    expect(namesOf(moveQuestion(inSteps, 2, -1))).toEqual([['staff', 'phone', 'budget'], ['plan']]);
    expect(namesOf(moveQuestion(inSteps, 1, 1))).toEqual([['staff'], ['phone', 'budget', 'plan']]);
    const three = startStep(inSteps, 3);
    expect(namesOf(moveQuestion(three, 2, 1))).toEqual([
      ['staff', 'phone'],
      ['budget', 'plan'],
    ]);
    expect([canMove(inSteps, 0, -1), canMove(inSteps, 2, -1), canMove(inSteps, 3, 1)]).toEqual([false, true, false]);
  });

  it.each([
    ['before an earlier one', 3, 1, 'before', [['phone', 'plan', 'staff', 'budget']]],
    ['behind a later one', 0, 2, 'after', [['staff', 'budget', 'phone', 'plan']]],
    ['to where it is', 1, 2, 'before', [['phone', 'staff', 'budget', 'plan']]],
  ] as const)('are dropped %s', (_, at, over, side, names) => {
    expect(namesOf(dropQuestion(form, at, over, side))).toEqual(names);
  });

  it('are dropped into another step', () => {
    expect(namesOf(dropQuestion(inSteps, 3, 0, 'before'))).toEqual([['plan', 'staff', 'phone'], ['budget']]);
    expect(namesOf(dropQuestion(inSteps, 0, 3, 'after'))).toEqual([['phone'], ['budget', 'plan', 'staff']]);
  });

  it('begin a step, and steps become one again', () => {
    const split = startStep(form, 2);
    expect(namesOf(split)).toEqual([
      ['phone', 'staff'],
      ['budget', 'plan'],
    ]);
    expect(writeForm(joinStep(split, 1))).toEqual({ fields, steps: undefined, routes });
    // A title is a reason for a step alone.
    expect(joinStep(inSteps, 1)).toMatchObject({ hasSteps: true, steps: [{ title: 'You' }] });
    expect(writeForm(joinStep(joinStep(inSteps, 1), 0)).steps).toBeUndefined();
  });

  it('take everything along that names them, when they get another name', () => {
    const staff = questionsOf(inSteps)[0] ?? {};
    const next = writeForm(changeQuestion(inSteps, 0, { ...staff, name: 'people' }));
    expect(next).toMatchObject({
      fields: [{ name: 'people' }, { name: 'phone' }, { showIf: { field: 'people', is: ['100+', '1–9'] } }, {}],
      steps: [{ fields: ['people', 'phone'] }, {}],
      routes: [{ when: { people: '100+', plan: 'pro' } }],
    });
  });

  it('take conditions and routes along when a choice gets another value', () => {
    expect(writeForm(renameChoice(form, 'staff', '100+', 'many'))).toMatchObject({
      fields: [{}, {}, { showIf: { field: 'staff', is: ['many', '1–9'] } }, {}],
      routes: [{ when: { staff: 'many', plan: 'pro' } }],
    });
    // The same value of another question is another answer.
    expect(writeForm(renameChoice(form, 'plan', '100+', 'many'))).toEqual(writeForm(form));
  });

  it('are added at the end, and removed', () => {
    expect(namesOf(addQuestion(inSteps, { name: 'date' })).at(-1)).toEqual(['budget', 'plan', 'date']);
    expect(namesOf(removeQuestion(removeQuestion(inSteps, 2), 2))).toEqual([['staff', 'phone']]);
  });

  it('keep what another kind has, too, and get choices if it needs some', () => {
    const number = { name: 'n', type: 'number', required: true, label: 'N', min: 1, step: 2, placeholder: '3' };
    expect(withType(number, 'date')).toEqual({ name: 'n', type: 'date', required: true, label: 'N' });
    expect(withType(number, 'text')).toEqual({ name: 'n', type: 'text', required: true, label: 'N', placeholder: '3' });
    expect(withType(number, 'select').options).toHaveLength(2);
    expect(withType({ ...fields[1] }, 'checkboxes').options).toEqual(fields[1]?.options);
  });
});
