import { describe, expect, it } from 'vitest';
import { fieldName } from '../../../src/protocol/form.ts';
import { formName } from '../../../src/protocol/identifiers.ts';
import { reservedNames } from '../../../src/protocol/reserved-names.ts';
import { nextVersion } from '../../../src/settings/forms/consent-version.ts';
import { createIdentities } from '../../../src/settings/forms/identities.ts';
import { formNameFor, nameFor, valueFor } from '../../../src/settings/forms/names.ts';

describe('the name of a question', () => {
  it.each([
    ['How many employees?', 'how_many_employees'],
    ['Größe der Straße', 'grosse_der_strasse'],
    ['2nd phone', 'nd_phone'],
    ['電話番号', 'question'],
    ['', 'question'],
    ['Tags', 'tags_2'],
    ['Phone', 'phone_2'],
    ['x'.repeat(80), 'x'.repeat(64)],
  ])('of %j is %j', (label, name) => {
    const made = nameFor(label, { type: 'radio', others: [] });
    expect(made).toBe(name);
    expect(fieldName.safeParse(made).success).toBe(true);
    expect(reservedNames).not.toContain(made);
  });

  it('is that of no other question, also if it is as long as a name may be', () => {
    expect(nameFor('Budget', { type: 'text', others: ['budget', 'budget_2'] })).toBe('budget_3');
    const long = nameFor('x'.repeat(80), { type: 'text', others: ['x'.repeat(64)] });
    expect(long).toBe(`${'x'.repeat(62)}_2`);
  });

  it('is one that the service knows only for a question of the same kind', () => {
    expect(nameFor('Company', { type: 'text', others: [] })).toBe('company');
    expect(nameFor('Company', { type: 'radio', others: [] })).toBe('company_2');
    expect(nameFor('Email', { type: 'text', others: [] })).toBe('email_2');
  });
});

describe('the value of a choice', () => {
  it('is its words, without the comma that separates several', () => {
    expect(valueFor('Yes, please', [], 'radio')).toBe('Yes, please');
    expect(valueFor('Yes, please', [], 'checkboxes')).toBe('Yes please');
    expect(valueFor('  ', [], 'radio')).toBe('Choice');
    expect(valueFor('a', ['a'], 'radio')).toBe('a 2');
  });
});

describe('the name of a form', () => {
  it.each(['Prices & quotes', 'Café', '-- a --'])('made of %j is valid', (words) => {
    expect(formName.safeParse(formNameFor(words)).success).toBe(true);
  });
});

describe('the version of a consent', () => {
  const today = '2026-11-29';
  it.each([
    ['the day', 'v1', 'v1', today],
    ['the day for the first text', '', undefined, today],
    ['another one on the same day', today, today, `${today}-2`],
    ['the next one on the same day', `${today}-2`, `${today}-2`, `${today}-3`],
    ['what somebody has written', 'spring', 'v1', 'spring'],
  ])('becomes %s', (_, current, saved, next) => {
    expect(nextVersion(current, saved, today)).toBe(next);
  });
});

describe('the identity of a question', () => {
  it('stays when it gets another name or place', () => {
    const identities = createIdentities();
    const [a, b, c] = identities.of(['a', 'b', 'c']);
    expect(identities.of(['c', 'a', 'b'])).toEqual([c, a, b]);
    expect(identities.of(['c', 'ab', 'b'])).toEqual([c, a, b]);
    expect(identities.of(['ab', 'b'])).toEqual([a, b]);
  });

  it('is one of its own for a name that stands twice', () => {
    expect(new Set(createIdentities().of(['a', 'a', 'b'])).size).toBe(3);
  });
});
