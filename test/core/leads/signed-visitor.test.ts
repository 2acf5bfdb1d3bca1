import { describe, expect, it } from 'vitest';
import { createLeadForm } from '../../../src/core/leads/lead-form.ts';
import type { LeadForm } from '../../../src/core/leads/lead-form-model.ts';
import type { Identity } from '../../../src/core/leads/lead-gateway.ts';
import { createSignedVisitor } from '../../../src/core/leads/signed-visitor.ts';
import { defaultFields, type FormConsent, type FormField, type LeadRequest } from '../../../src/protocol/index.ts';
import { manualClock } from '../../support/manual-clock.ts';

const ada: Identity = { status: 'verified', fields: { phone: '+14155552671', first_name: 'Ada' }, issues: [] };
const consent: FormConsent = { text: 'May we call?', version: 'v1', required: true };

function createVisitor({
  fields = defaultFields,
  consent: asked = null,
}: {
  fields?: readonly FormField[];
  consent?: FormConsent | null;
} = {}) {
  const clock = manualClock();
  const requests: LeadRequest[] = [];
  const problems: string[] = [];
  const verifications: { token: string; respond: (identity: Identity) => void }[] = [];
  const form = createLeadForm({
    form: 'default',
    fields,
    consent: asked,
    defaultCountry: 'US',
    clock,
    loadConsent: () => Promise.resolve(undefined),
    onHiddenProblem: () => {},
    send: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 'accepted', lead: null, session: null });
    },
  });
  const visitor = createSignedVisitor({
    formName: 'default',
    form,
    gateway: {
      identify: (_, token) => new Promise((respond) => verifications.push({ token, respond })),
    },
    clock,
    onProblem: (message) => problems.push(message),
  });
  return { ...visitor, clock, form, requests, problems, verifications };
}

describe('a signed visitor', () => {
  it('fills the form with values that the visitor and the page cannot change', async () => {
    const { setUserToken, form, verifications, requests } = createVisitor();
    form.set('first_name', 'Eve');
    const done = setUserToken('token');
    expect(form.visitor.value.status).toBe('checking');
    verifications[0]?.respond(ada);
    await done;
    expect(form.values.value).toMatchObject({ phone: '+14155552671', first_name: 'Ada' });
    form.set('phone', '+1 212 555 0000');
    form.prefill({ first_name: 'Grace', last_name: 'Lovelace' });
    expect(form.values.value).toMatchObject({
      phone: '+14155552671',
      first_name: 'Ada',
      last_name: 'Lovelace',
    });
    await form.submit();
    expect(requests[0]).toMatchObject({ userToken: 'token', fields: { phone: '+14155552671', first_name: 'Ada' } });
  });

  it.each<[string, FormField[], FormConsent | null, boolean]>([
    ['with everything that the form requires', [...defaultFields], null, true],
    ['without a required field', [...defaultFields, { name: 'zip', type: 'text', required: true }], null, false],
    [
      'beside a hidden field',
      [...defaultFields, { name: 'site', type: 'hidden', required: true, value: 'a' }],
      null,
      true,
    ],
    ['beside a required consent', [...defaultFields], consent, false],
    ['beside an optional consent', [...defaultFields], { ...consent, required: false }, true],
  ])('%s, covers the form or not', async (_, fields, asked, isCovered) => {
    const { setUserToken, form, verifications } = createVisitor({ fields, consent: asked });
    const done = setUserToken('token');
    verifications[0]?.respond(ada);
    await done;
    expect(form.isCovered.value).toBe(isCovered);
  });

  // The form used to vanish while the visitor was typing, and its values were sent.
  it.each<[string, (form: LeadForm) => void]>([
    ['a field', (form) => form.set('first_name', 'Gra')],
    ['the consent', (form) => form.setConsent(true)],
  ])('does not cover a form in which the visitor has changed %s, until they submit it', async (_, change) => {
    const { setUserToken, form, verifications, clock } = createVisitor({ consent: { ...consent, required: false } });
    const done = setUserToken('token');
    clock.advanceNow(3_000);
    change(form);
    verifications[0]?.respond(ada);
    await done;
    expect(form.values.value).toMatchObject({ phone: '+14155552671', first_name: 'Ada' });
    expect(form.isCovered.value).toBe(false);
    await form.submit();
    expect(form.isCovered.value).toBe(true);
  });

  it('covers a form that only the page has filled, and one that was cleared', async () => {
    const { setUserToken, form, verifications } = createVisitor();
    form.set('first_name', 'Gra');
    form.clear();
    form.prefill({ last_name: 'Hopper' });
    const done = setUserToken('token');
    verifications[0]?.respond(ada);
    await done;
    expect(form.isCovered.value).toBe(true);
  });

  it('is unknown when the proxy refuses the token, which is not sent then', async () => {
    const { setUserToken, form, verifications, problems, requests } = createVisitor();
    const done = setUserToken('forged');
    verifications[0]?.respond({ status: 'refused', message: 'is signed with another key' });
    await done;
    expect(form.visitor.value).toEqual({ status: 'unknown' });
    expect(problems).toEqual(['userToken is signed with another key']);
    form.set('phone', '+1 415 555 2671');
    await form.submit();
    expect(requests[0]).not.toHaveProperty('userToken');
  });

  it('is not verified if the token is too long for a lead', async () => {
    const { setUserToken, verifications, problems } = createVisitor();
    await setUserToken('x'.repeat(4097));
    expect(verifications).toEqual([]);
    expect(problems).toEqual(['userToken is longer than 4096 characters']);
  });

  it('does not delay the form, and is sent with the lead while the proxy is down', async () => {
    const { setUserToken, form, verifications, requests, clock } = createVisitor();
    const done = setUserToken('token');
    clock.advanceNow(3_000);
    expect(form.visitor.value).toEqual({ status: 'unknown' });
    verifications[0]?.respond({ status: 'unreachable' });
    await done;
    form.set('phone', '+1 415 555 2671');
    await form.submit();
    expect(requests[0]).toMatchObject({ userToken: 'token' });
  });

  it('is replaced by another token, and no value of the first remains', async () => {
    const { setUserToken, form, verifications, clock } = createVisitor();
    const first = setUserToken('first');
    verifications[0]?.respond(ada);
    await first;
    const second = setUserToken('second');
    const third = setUserToken('third');
    verifications[1]?.respond({ status: 'verified', fields: { first_name: 'Eve' }, issues: [] });
    verifications[2]?.respond({ status: 'verified', fields: { phone: '+12125550000' }, issues: [] });
    await Promise.all([second, third]);
    clock.advanceNow(10_000);
    expect(form.values.value).toMatchObject({ phone: '+12125550000', first_name: '' });
    await setUserToken(undefined);
    expect(form.values.value).toMatchObject({ phone: '', first_name: '' });
    expect(form.visitor.value).toEqual({ status: 'unknown' });
  });

  it('reports each claim that is ignored, and uses the others', async () => {
    const { setUserToken, form, verifications, problems } = createVisitor();
    const done = setUserToken('token');
    const issues = [{ path: 'userToken.email', message: 'must be an email address' }];
    verifications[0]?.respond({ status: 'verified', fields: { first_name: 'Ada' }, issues });
    await done;
    expect(problems).toEqual(['userToken.email must be an email address']);
    expect(form.values.value).toMatchObject({ first_name: 'Ada' });
  });
});
