import { describe, expect, it } from 'vitest';
import { meetsConditions, visibleFields } from '../../src/protocol/condition.ts';
import { showIfProblem } from '../../src/protocol/condition-problem.ts';
import { type FormField, type FormFieldInput, formField, withPhone } from '../../src/protocol/form.ts';

const options = [
  { value: 'pain', label: 'I have pain' },
  { value: 'check-up', label: 'A check-up' },
];

function fieldsOf(...inputs: FormFieldInput[]): FormField[] {
  return withPhone(inputs.map((input) => formField.parse(input)));
}

const fields = fieldsOf(
  { name: 'reason', type: 'select', options },
  { name: 'since', showIf: { field: 'reason', is: 'pain' } },
  { name: 'insured', type: 'checkbox' },
  { name: 'insurer', showIf: { field: 'insured', is: true } },
  { name: 'self_payer', type: 'checkbox', showIf: { field: 'insured', is: false } },
  { name: 'income', showIf: { field: 'self_payer', is: false } },
  { name: 'swelling', type: 'checkbox', showIf: { field: 'since', is: ['today', 'yesterday'] } },
  { name: 'campaign', type: 'hidden', value: 'spring' },
  { name: 'voucher', showIf: { field: 'campaign', is: 'spring' } },
);

describe('a field with a condition', () => {
  it.each<[values: Record<string, unknown>, visible: string]>([
    [{}, 'phone reason insured self_payer income campaign voucher'],
    [{ reason: 'pain' }, 'phone reason since insured self_payer income campaign voucher'],
    [{ reason: ' pain\u0000 ' }, 'phone reason since insured self_payer income campaign voucher'],
    [{ reason: 'check-up', since: 'today' }, 'phone reason insured self_payer income campaign voucher'],
    [{ reason: 'pain', since: 'today' }, 'phone reason since insured self_payer income swelling campaign voucher'],
    [{ reason: 'pain', since: 'Today' }, 'phone reason since insured self_payer income campaign voucher'],
    // Not ticked, but not visible either: it has no value.
    [{ insured: true }, 'phone reason insured insurer campaign voucher'],
    [{ insured: true, self_payer: false }, 'phone reason insured insurer campaign voucher'],
    [{ insured: 'true' }, 'phone reason insured self_payer income campaign voucher'],
    [{ insured: false, self_payer: true }, 'phone reason insured self_payer campaign voucher'],
    [{ campaign: 'summer' }, 'phone reason insured self_payer income campaign'],
    [{ campaign: ' ' }, 'phone reason insured self_payer income campaign voucher'],
  ])('with the values %j the form has: %s', (values, visible) => {
    expect(
      visibleFields(fields, values)
        .map(({ name }) => name)
        .join(' '),
    ).toBe(visible);
  });

  // A page can write one without a proxy; nothing checks it before the form is shown.
  it('is not shown if the conditions make a circle, or name no field', () => {
    const circle = fieldsOf(
      { name: 'a', showIf: { field: 'b', is: 'x' } },
      { name: 'b', showIf: { field: 'a', is: 'x' } },
      { name: 'c', showIf: { field: 'c', is: 'x' } },
      { name: 'd', showIf: { field: 'gone', is: 'x' } },
    );
    const values = { a: 'x', b: 'x', c: 'x', d: 'x' };
    expect(visibleFields(circle, values).map(({ name }) => name)).toEqual(['phone']);
  });

  it('does not take a name of every object for a value', () => {
    const odd = fieldsOf(
      { name: 'constructor', type: 'checkbox' },
      { name: 'b', showIf: { field: 'constructor', is: true } },
    );
    expect(visibleFields(odd, {}).map(({ name }) => name)).toEqual(['phone', 'constructor']);
  });
});

describe('the conditions of a route', () => {
  it.each<[when: Record<string, string | boolean | string[]>, values: Record<string, unknown>, isMet: boolean]>([
    [{ reason: 'pain' }, { reason: 'pain' }, true],
    [{ reason: ['check-up', 'pain'] }, { reason: 'pain' }, true],
    [{ reason: 'pain', insured: false }, { reason: 'pain' }, true],
    [{ reason: 'pain', insured: true }, { reason: 'pain' }, false],
    [{ since: 'today' }, { reason: 'check-up', since: 'today' }, false],
    [{ self_payer: false }, { insured: true }, false],
    [{ self_payer: false }, {}, true],
    [{ campaign: 'spring' }, {}, true],
    [{ gone: 'x' }, { gone: 'x' }, false],
  ])('%j fit %j: %s', (when, values, isMet) => {
    expect(meetsConditions(fields, values, when)).toBe(isMet);
  });
});

describe('a mistake in a condition', () => {
  it.each<[title: string, inputs: FormFieldInput[], problem: string | undefined]>([
    ['none', [{ name: 'a' }, { name: 'b', showIf: { field: 'a', is: 'x' } }], undefined],
    [
      'on a checkbox',
      [
        { name: 'a', type: 'checkbox', required: true },
        { name: 'b', showIf: { field: 'a', is: false } },
      ],
      undefined,
    ],
    [
      'an unknown field',
      [{ name: 'a' }, { name: 'b', showIf: { field: 'c', is: 'x' } }],
      'showIf.field is not a field of this form; its fields are a, b',
    ],
    [
      'itself',
      [{ name: 'b', showIf: { field: 'b', is: 'x' } }],
      'showIf.field is the field itself; name another field',
    ],
    [
      'a circle',
      [
        { name: 'a', showIf: { field: 'c', is: 'x' } },
        { name: 'b', showIf: { field: 'a', is: 'x' } },
        { name: 'c', showIf: { field: 'b', is: 'x' } },
      ],
      'showIf.field makes a circle of conditions (c → b → a → c); remove one of them',
    ],
    [
      'a condition of the phone',
      [{ name: 'a' }, { name: 'phone', type: 'tel', showIf: { field: 'a', is: 'x' } }],
      'showIf cannot be set for `phone`, which every lead needs; remove it',
    ],
    [
      'a condition on a phone',
      [{ name: 'b', showIf: { field: 'phone', is: '+14155552671' } }],
      'showIf.field is a phone number, which people write in many ways; name another field',
    ],
    [
      'an option that does not exist',
      [
        { name: 'a', type: 'select', options },
        { name: 'b', showIf: { field: 'a', is: ['pain', 'fun'] } },
      ],
      'showIf.is must be an option of `a`: "pain", "check-up"; "fun" does not fit',
    ],
    [
      'several options that do not exist',
      [
        { name: 'a', type: 'select', options },
        { name: 'b', showIf: { field: 'a', is: ['pian', 'check-up', true] } },
      ],
      'showIf.is must be an option of `a`: "pain", "check-up"; "pian" and true do not fit',
    ],
    [
      'a text among the values of a checkbox',
      [
        { name: 'a', type: 'checkbox' },
        { name: 'b', showIf: { field: 'a', is: [true, 'no'] } },
      ],
      'showIf.is must be true or false: `a` is a checkbox; "no" does not fit',
    ],
    [
      'a text for a checkbox',
      [
        { name: 'a', type: 'checkbox' },
        { name: 'b', showIf: { field: 'a', is: 'yes' } },
      ],
      'showIf.is must be true or false: `a` is a checkbox',
    ],
    [
      'true for a text',
      [{ name: 'a' }, { name: 'b', showIf: { field: 'a', is: true } }],
      'showIf.is must be a text that `a` can have',
    ],
    [
      'an empty text',
      [{ name: 'a' }, { name: 'b', showIf: { field: 'a', is: ' ' } }],
      'showIf.is must be a text that `a` can have',
    ],
    [
      'a text that the pattern refuses',
      [
        { name: 'a', pattern: '\\d{5}' },
        { name: 'b', showIf: { field: 'a', is: '123' } },
      ],
      'showIf.is must be a text that `a` can have (\\d{5})',
    ],
  ])('%s', (_title, inputs, expected) => {
    const all = fieldsOf(...inputs);
    const problem = showIfProblem(all.at(-1) ?? fieldsOf()[0] ?? formField.parse({ name: 'x' }), all);
    expect(problem && `${problem.path.join('.')} ${problem.message}`).toBe(expected);
  });
});
