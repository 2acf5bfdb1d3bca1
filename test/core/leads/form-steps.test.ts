import { describe, expect, it } from 'vitest';
import { createLeadForm, type LeadFormDeps } from '../../../src/core/leads/lead-form.ts';
import { type FormField, formField } from '../../../src/protocol/form.ts';
import { orderBySteps } from '../../../src/protocol/form-steps.ts';
import { formDeps, memoryDraft } from './form-deps.ts';

const steps = [
  { title: 'What is it about?', fields: ['topic'] },
  { fields: ['since', 'where'] },
  { title: 'How can we reach you?', fields: ['phone', 'first_name'] },
];
const fields: FormField[] = orderBySteps(
  [
    { name: 'phone', type: 'tel', required: true },
    { name: 'first_name' },
    {
      name: 'topic',
      type: 'radio',
      required: true,
      options: ['pain', 'check'].map((value) => ({ value, label: value })),
    },
    { name: 'since', required: true, showIf: { field: 'topic', is: 'pain' } },
    { name: 'where', showIf: { field: 'topic', is: 'pain' } },
    { name: 'campaign', type: 'hidden', value: 'spring' },
  ].map((field) => formField.parse(field)),
  steps,
);

function createForm(deps: Partial<LeadFormDeps> = {}) {
  const failed: string[][] = [];
  const { requests, ...defaults } = formDeps();
  const onFailed = (names: string[]) => failed.push(names);
  const form = createLeadForm({ ...defaults, fields, steps, onFailed, ...deps });
  const place = () => {
    const {
      number,
      position,
      count,
      fields: shown,
    } = form.step.value ?? { number: 0, position: 0, count: 0, fields: [] };
    return [number, `${position} of ${count}`, shown.map(({ name }) => name).join()];
  };
  return { form, requests, failed, place };
}

describe('a form in steps', () => {
  it('is null for a form that is asked as a whole', () => {
    expect(createForm({ steps: undefined }).form.step.value).toBeNull();
  });

  it('stays the same object while the visitor types', () => {
    const { form } = createForm();
    form.set('topic', 'pain');
    form.next();
    const { value } = form.step;
    form.set('where', 'upper left');
    form.set('since', 'yesterday');
    expect(form.step.value).toBe(value);
  });

  it('validates the fields of its step only, and goes on when they are in order', () => {
    const { form, failed, place } = createForm();
    expect(place()).toEqual([1, '1 of 2', 'topic']);
    expect(form.next()).toBe('topic');
    expect(form.problems.value).toEqual({ topic: { code: 'required' } });
    expect(failed).toEqual([['topic']]);
    form.set('topic', 'check');
    expect(form.next()).toBeUndefined();
    expect(form.problems.value).toEqual({});
    expect(place()).toEqual([3, '2 of 2', 'phone,first_name']);
    form.back();
    expect(place()).toEqual([1, '1 of 2', 'topic']);
  });

  it('leaves out a step without a visible field, also when an answer takes the current one away', () => {
    const { form, place } = createForm();
    form.set('topic', 'pain');
    form.next();
    expect(place()).toEqual([2, '2 of 3', 'since,where']);
    form.set('topic', 'check');
    expect(place()).toEqual([3, '2 of 2', 'phone,first_name']);
    form.set('topic', 'pain');
    expect(place()).toEqual([2, '2 of 3', 'since,where']);
  });

  it('names the fields of later steps, which a browser may fill in', () => {
    const { form } = createForm();
    expect(form.step.value?.laterFields.map(({ name }) => name)).toEqual(['phone', 'first_name']);
    form.set('first_name', 'Ada');
    form.set('topic', 'check');
    form.next();
    expect(form.values.value.first_name).toBe('Ada');
  });

  it('keeps step and values for another tab and the next page, but not for another form', () => {
    const shared = memoryDraft();
    const { form } = createForm(shared);
    form.set('topic', 'check');
    form.next();
    expect(createForm(shared).place()).toEqual([3, '2 of 2', 'phone,first_name']);
    const other = createForm({ ...shared, form: 'other' });
    expect(other.place()).toEqual([1, '1 of 2', 'topic']);
  });

  it('shows the step of a problem that is found when the form is sent', async () => {
    const { form, place } = createForm();
    form.set('topic', 'pain');
    form.next();
    form.set('since', 'today');
    form.next();
    form.set('phone', '+1 415 555 2671');
    // As a prefill of the page, or another tab.
    form.set('since', '');
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'since' });
    expect(place()).toEqual([2, '2 of 3', 'since,where']);
  });

  it('leads back to the step of a problem that the proxy reports', async () => {
    const { form, place } = createForm({
      send: () =>
        Promise.resolve({
          status: 'refused',
          code: 'bad-request',
          message: 'no',
          issues: [{ path: 'fields.topic', message: 'is not one of the options', code: 'option' }],
        }),
    });
    form.set('topic', 'check');
    form.next();
    form.set('phone', '+1 415 555 2671');
    expect(await form.submit()).toEqual({ ok: false, firstProblem: 'topic' });
    expect(place()).toEqual([1, '1 of 2', 'topic']);
    expect(form.problems.value).toEqual({ topic: { code: 'option' } });
  });

  it('puts fields that no step names on the last one', () => {
    const { form } = createForm({ steps: [{ fields: ['topic'] }, { fields: ['first_name'] }] });
    form.set('topic', 'check');
    form.next();
    expect(form.step.value?.fields.map(({ name }) => name).toSorted()).toEqual(['first_name', 'phone']);
  });
});
