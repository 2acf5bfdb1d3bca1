import { expect, it } from 'vitest';
import { checkAttributes } from '../../../src/widget/panel/check-attributes.ts';

it('accepts texts, numbers and booleans of the form’s list', () => {
  expect(checkAttributes({ plan: 'pro', seats: 12, trial: false }, ['plan', 'seats', 'trial'])).toEqual({
    accepted: { plan: 'pro', seats: 12, trial: false },
    problems: [],
  });
});

it('reports names that the form does not list, with the nearest one, and values of other types, never the value', () => {
  const values = { plann: 'secret', role: 'secret', plan: { secret: 1 }, seats: Number.NaN, trial: 'x'.repeat(2001) };
  const { accepted, problems } = checkAttributes(values, ['plan', 'seats', 'trial']);
  expect(accepted).toEqual({});
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

it('accepts every valid name where there is no proxy to list them', () => {
  const { accepted, problems } = checkAttributes({ plan: 'pro', 'Bad name': 'x' }, undefined);
  expect(accepted).toEqual({ plan: 'pro' });
  expect(problems).toHaveLength(1);
});
