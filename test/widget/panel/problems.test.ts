import { expect, it } from 'vitest';
import { defaultFields } from '../../../src/protocol/form.ts';
import { acceptedAttributes } from '../../../src/widget/panel/accepted-attributes.ts';
import { findAttributeProblems, findPrefillProblems } from '../../../src/widget/panel/problems.ts';

it('finds nothing wrong with values that the form accepts', () => {
  expect(findPrefillProblems({ phone: '+14155552671', first_name: 'Ada' }, defaultFields)).toEqual([]);
});

it('says that a chat without a form accepts no values', () => {
  expect(findPrefillProblems({ phone: '+14155552671', email: 'ada@example.com' }, undefined)).toEqual([
    '[leadchat] "phone", "email": this chat has no form to fill in.',
  ]);
  expect(findPrefillProblems({}, undefined)).toEqual([]);
});

it('accepts texts, numbers and booleans of the form’s list of attributes', () => {
  const values = { plan: 'pro', seats: 12, trial: false };
  expect(acceptedAttributes(values, ['plan', 'seats', 'trial'])).toEqual(values);
  expect(findAttributeProblems(values, ['plan', 'seats', 'trial'])).toEqual([]);
});

it('reports names that the form does not list, with the nearest one, and values of other types, never the value', () => {
  const values = { plann: 'secret', role: 'secret', plan: { secret: 1 }, seats: Number.NaN, trial: 'x'.repeat(2001) };
  const names = ['plan', 'seats', 'trial'];
  expect(acceptedAttributes(values, names)).toEqual({});
  const problems = findAttributeProblems(values, names);
  expect(problems.map((problem) => problem.split(':')[0])).toEqual([
    '[leadchat] attribute "plann" is not sent',
    '[leadchat] attribute "role" is not sent',
    '[leadchat] attribute "plan" is not sent',
    '[leadchat] attribute "seats" is not sent',
    '[leadchat] attribute "trial" is not sent',
  ]);
  expect(problems[0]).toContain('Did you mean "plan"?');
  expect(problems.join()).not.toContain('secret');
});

it('accepts every valid name of an attribute if there is no proxy that lists them', () => {
  const values = { plan: 'pro', 'Bad name': 'x' };
  expect(acceptedAttributes(values, undefined)).toEqual({ plan: 'pro' });
  expect(findAttributeProblems(values, undefined)).toHaveLength(1);
});
