import { describe, expect, it } from 'vitest';
import {
  defaultFields,
  type FormField,
  formConsent,
  formField,
  phoneField,
  withPhone,
} from '../../src/protocol/form.ts';

const name: FormField = { name: 'first_name', type: 'text', required: false };

describe('the fields of a form', () => {
  it('begin with the phone when the configuration leaves it out', () => {
    expect(withPhone([name])).toEqual([phoneField, name]);
    expect(withPhone([])).toEqual([phoneField]);
  });

  it('keep the phone where it was put and with its label, but as a required telephone number', () => {
    const loose: FormField = { name: 'phone', type: 'text', required: false, label: 'Mobile' };
    expect(withPhone([name, loose])).toEqual([name, { ...phoneField, label: 'Mobile' }]);
  });

  it('are not changed in place', () => {
    const loose: FormField = { name: 'phone', type: 'text', required: false };
    withPhone([loose]);
    expect(loose.type).toBe('text');
  });

  it('ask for phone, first name, last name and email by default, and require the phone only', () => {
    expect(defaultFields.map((field) => field.name)).toEqual(['phone', 'first_name', 'last_name', 'email']);
    expect(defaultFields.filter((field) => field.required).map((field) => field.name)).toEqual(['phone']);
    expect(defaultFields.map((field) => formField.parse(field))).toEqual(defaultFields);
    expect(withPhone(defaultFields)).toEqual(defaultFields);
  });

  it('are optional texts, and consent is required, unless the configuration says otherwise', () => {
    expect(formField.parse({ name: 'company' })).toEqual({ name: 'company', type: 'text', required: false });
    expect(formConsent.parse({ text: 'I agree.', version: '1' }).required).toBe(true);
  });
});
