import { describe, expect, it } from 'vitest';
import { createLeadForm } from '../../../src/core/leads/lead-form.ts';
import type { LeadFormState } from '../../../src/core/leads/lead-form-state.ts';
import type { Identity } from '../../../src/core/leads/lead-gateway.ts';
import { createSignedVisitor } from '../../../src/core/leads/signed-visitor.ts';
import { noDraft } from '../../../src/core/state/conversation.ts';
import type { UserToken } from '../../../src/options/index.ts';
import { defaultFields, type FormConsent, type FormField } from '../../../src/protocol/form.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { signToken } from '../../support/sign-token.ts';
import { formDeps } from './form-deps.ts';

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
  const problems: string[] = [];
  const verifications: { token: string; respond: (identity: Identity) => void }[] = [];
  const { requests, ...deps } = formDeps();
  const { draft } = deps;
  const form = createLeadForm({
    ...deps,
    fields,
    consent: asked,
    clock,
    renewToken: (): Promise<void> | undefined => visitor.renew(),
    send(request) {
      draft.value = noDraft;
      return deps.send(request);
    },
  });
  const visitor: ReturnType<typeof createSignedVisitor> = createSignedVisitor({
    formName: 'default',
    form,
    gateway: {
      identify: (_, token) => new Promise((respond) => verifications.push({ token, respond })),
    },
    clock,
    onProblem: (message) => problems.push(message),
  });
  return { ...visitor, clock, form, draft, requests, problems, verifications };
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
  it.each<[string, (form: LeadFormState) => void]>([
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
    const { setUserToken, form, draft, verifications } = createVisitor();
    form.set('first_name', 'Gra');
    draft.value = noDraft;
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

describe('a signed visitor whose token comes from a function', () => {
  const start = 1_700_000_000;
  /** A token that is valid for this many seconds. */
  const tokenFor = (seconds: number) => signToken({ phone: '+14155552671', exp: start + seconds });

  it.each([
    ['a token', () => tokenFor(300)],
    ['a promise of a token', () => Promise.resolve(tokenFor(300))],
  ])('is verified with %s, which is asked for once', async (_, getToken) => {
    const { setUserToken, form, verifications, requests, clock } = createVisitor();
    let count = 0;
    const counted = () => {
      count++;
      return getToken();
    };
    const done = setUserToken(counted);
    expect(form.visitor.value.status).toBe('checking');
    await clock.advance(0);
    verifications[0]?.respond(ada);
    await done;
    await setUserToken(counted);
    expect(form.visitor.value.status).toBe('verified');
    await form.submit();
    expect(requests[0]).toMatchObject({ userToken: tokenFor(300) });
    expect({ count, verified: verifications.length }).toEqual({ count: 1, verified: 1 });
  });

  it('is asked for again before a lead is sent with a token that has expired', async () => {
    const { setUserToken, form, verifications, requests, problems, clock } = createVisitor();
    const tokens = [tokenFor(60), tokenFor(600)];
    const done = setUserToken(() => tokens.shift());
    await clock.advance(0);
    verifications[0]?.respond(ada);
    await done;
    clock.advanceNow(61_000);
    const submission = form.submit();
    // The form stays as it is meanwhile.
    expect(form.visitor.value.status).toBe('verified');
    await clock.advance(0);
    verifications[1]?.respond(ada);
    expect(await submission).toEqual({ ok: true, status: 'accepted' });
    expect(requests[0]).toMatchObject({ userToken: tokenFor(600), fields: { phone: '+14155552671' } });
    expect(problems).toEqual([]);
  });

  type GetToken = Exclude<UserToken, string>;
  const failures: [title: string, getToken: GetToken, problem: string][] = [
    [
      'throws',
      () => {
        throw new TypeError('Ada is not signed in');
      },
      'userToken() failed: TypeError',
    ],
    ['rejects', () => Promise.reject(new Error('Ada is not signed in')), 'userToken() failed: Error'],
    ['returns nothing', () => null, 'userToken() returned nothing'],
    ['returns something else', () => JSON.parse('{}'), 'userToken() must return a text, got a object'],
    ['hangs', () => new Promise(() => {}), 'userToken() did not return within 10 seconds'],
  ];

  it.each(failures)('is asked to fill in the form if the function %s', async (_, getToken, problem) => {
    const { setUserToken, form, verifications, requests, problems, clock } = createVisitor();
    const done = setUserToken(getToken);
    await clock.advance(3_000);
    expect(form.visitor.value).toEqual({ status: 'unknown' });
    await clock.advance(7_000);
    await done;
    form.set('phone', '+1 415 555 2671');
    await form.submit();
    expect(requests[0]).not.toHaveProperty('userToken');
    expect({ problems, verified: verifications.length }).toEqual({ problems: [problem], verified: 0 });
  });

  it.each(failures)(
    'keeps the values of an expired token if the function then %s',
    async (title, getToken, problem) => {
      const { setUserToken, form, verifications, requests, problems, clock } = createVisitor();
      let isFirst = true;
      const done = setUserToken(() => {
        if (!isFirst) return getToken();
        isFirst = false;
        return tokenFor(60);
      });
      await clock.advance(0);
      verifications[0]?.respond(ada);
      await done;
      clock.advanceNow(61_000);
      const submission = form.submit();
      await clock.advance(3_000);
      expect(await submission).toEqual({ ok: true, status: 'accepted' });
      expect(requests[0]).toMatchObject({ userToken: tokenFor(60), fields: { phone: '+14155552671' } });
      const late = 'userToken has expired, and a new one did not come in time';
      expect(problems).toEqual([title === 'hangs' ? late : problem]);
    },
  );

  // The clocks of browser and server may differ.
  it('is asked for once more when the proxy refuses the token, and no oftener', async () => {
    const { setUserToken, form, verifications, problems, clock } = createVisitor();
    let count = 0;
    const done = setUserToken(() => {
      count++;
      return tokenFor(300 + count);
    });
    await clock.advance(0);
    verifications[0]?.respond({ status: 'refused', message: 'has expired' });
    await clock.advance(0);
    verifications[1]?.respond({ status: 'refused', message: 'is signed with another key' });
    await done;
    expect(form.visitor.value.status).toBe('unknown');
    expect({ count, problems }).toEqual({ count: 2, problems: ['userToken is signed with another key'] });
  });

  it('is not verified again with the same token that the proxy has refused', async () => {
    const { setUserToken, verifications, problems, clock } = createVisitor();
    const done = setUserToken(() => tokenFor(300));
    await clock.advance(0);
    verifications[0]?.respond({ status: 'refused', message: 'has expired' });
    await done;
    expect({ problems, verified: verifications.length }).toEqual({ problems: ['userToken has expired'], verified: 1 });
  });

  it('is not asked for again when the form is shown again, unless the token has expired or none came', async () => {
    const { setUserToken, verifications, clock } = createVisitor();
    let count = 0;
    const getToken = () => {
      count++;
      return count === 1 ? null : tokenFor(60);
    };
    await setUserToken(getToken);
    const second = setUserToken(getToken);
    void setUserToken(getToken);
    await clock.advance(0);
    verifications[0]?.respond(ada);
    await second;
    await setUserToken(getToken);
    expect(count).toBe(2);
    clock.advanceNow(61_000);
    void setUserToken(getToken);
    await clock.advance(0);
    expect(count).toBe(3);
  });

  it('still fills the form when the token comes late', async () => {
    const { setUserToken, form, verifications, clock } = createVisitor();
    let give = (_token: string) => {};
    const done = setUserToken(
      () =>
        new Promise<string>((resolve) => {
          give = resolve;
        }),
    );
    await clock.advance(4_000);
    expect(form.visitor.value.status).toBe('unknown');
    give(tokenFor(300));
    await clock.advance(0);
    verifications[0]?.respond(ada);
    await done;
    expect(form.values.value).toMatchObject({ first_name: 'Ada' });
  });

  it.each(['setUserToken', 'dispose'] as const)('is not sent after %s()', async (method) => {
    const visitor = createVisitor();
    let give = (_token: string) => {};
    const done = visitor.setUserToken(
      () =>
        new Promise<string>((resolve) => {
          give = resolve;
        }),
    );
    if (method === 'dispose') visitor.dispose();
    else void visitor.setUserToken(undefined);
    give(tokenFor(300));
    await done;
    expect(visitor.verifications).toEqual([]);
    expect(visitor.problems).toEqual([]);
    if (method === 'dispose') await visitor.setUserToken('another');
    expect(visitor.verifications).toEqual([]);
  });
});
