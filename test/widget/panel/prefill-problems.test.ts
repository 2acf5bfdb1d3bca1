import { expect, it } from 'vitest';
import { defaultFields } from '../../../src/protocol/index.ts';
import { prefillProblems } from '../../../src/widget/panel/prefill-problems.ts';

it('finds nothing wrong with values that the form accepts', () => {
  expect(prefillProblems({ phone: '+14155552671', first_name: 'Ada' }, defaultFields)).toEqual([]);
});

it('says that a chat without a form accepts no values', () => {
  expect(prefillProblems({ phone: '+14155552671', email: 'ada@example.com' }, undefined)).toEqual([
    '[leadchat] "phone", "email": this chat has no form to fill in.',
  ]);
  expect(prefillProblems({}, undefined)).toEqual([]);
});
