import { describe, expect, it } from 'vitest';
import type { FormField } from '../../../src/protocol/form.ts';
import { copyTypedValues } from '../../../src/widget/panel/typed-values.ts';
import { createSite } from '../../core/conversation/site.ts';
import { fakeGateway } from '../../core/leads/fake-gateway.ts';

const phone: FormField = { name: 'phone', type: 'tel', required: true };
const topic = (...values: string[]): FormField => ({
  name: 'topic',
  type: 'select',
  required: false,
  options: values.map((value) => ({ value, label: value })),
});

const field = (name: string, type: FormField['type']): FormField => ({ name, type, required: false });

/** The form of a chat, as a page shows it. */
function formWith(...fields: FormField[]) {
  const { chat } = createSite().open({ leadForm: 'required', fields: [phone, ...fields], gateway: fakeGateway() });
  if (chat.leadForm === null) throw new Error('the chat has no form');
  return chat.leadForm;
}

// Keys that the visitor pressed while the page called update({ form }) were lost with the form that it replaced.
describe('what the visitor has typed', () => {
  it('stays in fields of the same name when the page names another form', () => {
    const [from, to] = [formWith(field('city', 'text')), formWith(field('city', 'text'))];
    from.set('phone', '0151 12345678');
    from.set('city', 'Berlin');
    from.setCountry('DE');
    copyTypedValues(from, to);
    expect(to.values.value).toMatchObject({ phone: '0151 12345678', city: 'Berlin' });
    expect([to.country.value, to.isTouched.value]).toEqual(['DE', true]);
  });

  it.each([
    ['a field of another type', 'text', 'checkbox'],
    ['a hidden field', 'hidden', 'hidden'],
  ] as const)('is not copied to %s', (_, before, after) => {
    const [from, to] = [formWith(field('a', before)), formWith(field('a', after))];
    from.set('a', 'typed');
    const initial = to.values.value.a;
    copyTypedValues(from, to);
    expect(to.values.value.a).toBe(initial);
  });

  it('is copied to a select only if it offers the value', () => {
    const from = formWith(topic('check-up', 'pain'));
    from.set('topic', 'pain');
    const [same, other] = [formWith(topic('pain')), formWith(topic('check-up'))];
    copyTypedValues(from, same);
    copyTypedValues(from, other);
    expect([same.values.value.topic, other.values.value.topic]).toEqual(['pain', '']);
  });

  it("does not include what the page has filled in for a visitor who hasn't begun", () => {
    const [from, to] = [formWith(), formWith()];
    from.prefill({ phone: '+1 415 555 2671' });
    copyTypedValues(from, to);
    expect([to.values.value.phone, to.isTouched.value]).toEqual(['', false]);
  });
});
