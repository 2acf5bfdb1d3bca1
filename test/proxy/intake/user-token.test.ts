import { describe, expect, it } from 'vitest';
import { identitySecret, signToken } from '../../support/sign-token.ts';
import { leadHeaders, noLimits, startHarness } from '../support/harness.ts';

const ada = { phone: '+1 415 555 2671', first_name: 'Ada', email: 'ada@example.com', sub: 'user-17' };
const config = { identity: { secret: identitySecret }, forms: { default: { attributes: ['plan', 'seats'] } } };
const ignored = [{ path: 'userToken', message: 'is not valid, so it was ignored' }];
const dayMs = 86_400_000;
const expiredBy = (seconds: number) => ({ exp: Math.floor(Date.now() / 1000) - seconds });

async function start(overrides: Record<string, unknown> = {}) {
  const { post, store, log } = await startHarness({ ...config, ...overrides });
  return {
    post,
    log,
    async send(userToken: string, body: Record<string, unknown> = {}, headers = leadHeaders()) {
      const response = await post(
        '/leads',
        { form: 'default', fields: { phone: '+14155550000' }, userToken, ...body },
        headers,
      );
      expect(response.status).toBe(202);
      const text = await response.text();
      const accepted = JSON.parse(text);
      return { text, issues: accepted.issues, lead: await store.find(accepted.lead) };
    },
    identify: (userToken: unknown, form = 'default') => post('/identity', { form, userToken }),
  };
}

describe('a lead with a signed token', () => {
  it('has the values of the token instead of the typed ones, and names them as verified', async () => {
    const { send } = await start();
    const token = signToken({ ...ada, attributes: { plan: 'pro', seats: 12 } });
    const { lead, issues } = await send(token, {
      fields: { phone: '+14155550000', first_name: 'Eve', last_name: 'Typed' },
      attributes: { plan: 'free' },
    });
    expect(lead?.phone).toBe('14155552671');
    expect(lead?.record).toEqual({
      phone: '14155552671',
      first_name: 'Ada',
      last_name: 'Typed',
      email: 'ada@example.com',
      plan: 'pro',
      seats: 12,
      verified_fields: 'phone,email,first_name,plan,seats',
    });
    expect(issues).toBeUndefined();
  });

  it('needs no typed field that the token has', async () => {
    const { send } = await start();
    expect((await send(signToken(ada), { fields: {} })).lead?.phone).toBe('14155552671');
  });

  it('has fields of the token that its form does not ask for', async () => {
    const { send } = await start({ forms: { default: { fields: [] } } });
    expect((await send(signToken(ada))).lead?.record).toMatchObject({ first_name: 'Ada', email: 'ada@example.com' });
  });

  it('ignores a claim that is not valid, and uses the others', async () => {
    const { send, identify } = await start();
    const token = signToken({ ...ada, email: 'no address', last_name: 7, attributes: { role: 'admin', plan: ['x'] } });
    const { lead, issues } = await send(token);
    expect(lead?.record).toEqual({
      phone: '14155552671',
      first_name: 'Ada',
      verified_fields: 'phone,first_name',
    });
    expect(issues).toBeUndefined();
    const body = await (await identify(token)).json();
    expect(body).toMatchObject({ status: 'success', fields: { phone: '+14155552671', first_name: 'Ada' } });
    expect(body.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'userToken.email',
      'userToken.last_name',
      'userToken.attributes.role',
      'userToken.attributes.plan',
    ]);
  });

  it('counts a hidden field as verified only if the token contains its value', async () => {
    const fields = [{ name: 'email', type: 'hidden', value: 'default@example.com' }];
    const { send } = await start({ forms: { default: { fields } } });
    // A claim without a text must not become the field's own value, which nobody has signed.
    for (const claims of [{}, { email: '' }, { email: ' \u0000' }]) {
      const { lead } = await send(signToken({ phone: ada.phone, ...claims }));
      expect(lead?.record).toMatchObject({ email: 'default@example.com', verified_fields: 'phone' });
    }
  });

  it('is not held as spam: a form that is not shown takes no time, and has no captcha', async () => {
    const captcha = { provider: 'turnstile', siteKey: 'key', secret: 'captcha-secret' };
    const { send } = await start({ minFillMs: 1500, captcha });
    expect((await send(signToken(ada))).lead?.held).toBeUndefined();
    expect((await send(signToken(ada, { secret: 'another-secret-of-32-bytes-at-least' }))).lead?.held).toBe('no-form');
  });

  it('repeats the response after the token has expired', async () => {
    const { post, store } = await startHarness(config);
    const userToken = signToken({ ...ada, ...expiredBy(-60) });
    const request = { form: 'default', fields: { phone: ada.phone }, userToken };
    const headers = leadHeaders();
    const first = await (await post('/leads', request, headers)).text();
    const later = await startHarness(config, { store, now: () => Date.now() + 3_600_000 });
    expect(await (await later.post('/leads', request, headers)).text()).toBe(first);
  });

  // Cause: what the stored lead no longer has, or never had, was read as a token that had been ignored.
  it.each([
    ['of a token without a usable claim', signToken({ sub: 'user-17' }), 'stored'],
    ['of a token without a usable claim, after the retention', signToken({ sub: 'user-17' }), 'scrubbed'],
    ['of a used token, after the retention', signToken(ada), 'scrubbed'],
    ['of an ignored token, after the retention', 'not.a.jwt', 'scrubbed'],
  ])('repeats the response %s', async (_case, userToken, state) => {
    const { post, store } = await startHarness(config);
    const request = { form: 'default', fields: { phone: ada.phone }, userToken };
    const headers = leadHeaders();
    const first = await (await post('/leads', request, headers)).text();
    const later = Date.now() + 8 * dayMs;
    if (state === 'scrubbed') {
      const { lead } = JSON.parse(first);
      expect(await store.closeLead(lead, { now: Date.now(), by: 'Ada' })).toBe(true);
      await store.sweep({ now: later, scrubAfterMs: 7 * dayMs, deleteAfterMs: 30 * dayMs, limit: 10 });
      expect((await store.find(lead))?.record).toEqual({});
    }
    const again = await startHarness(config, { store, now: () => later });
    expect(await (await again.post('/leads', request, headers)).text()).toBe(first);
  });

  it('is still limited by address and phone', async () => {
    const limits = { ...noLimits, leadsPerIp: { points: 2, seconds: 600 } };
    const { post } = await start({ limits });
    const request = { form: 'default', fields: {}, userToken: signToken(ada) };
    const statuses = [];
    for (let count = 0; count < 3; count++) statuses.push((await post('/leads', request, leadHeaders())).status);
    expect(statuses).toEqual([202, 202, 429]);
  });
});

describe('a token that is not valid', () => {
  const parts = (token: string) => token.split('.');
  const unsigned = (header: object) =>
    `${btoa(JSON.stringify(header)).replaceAll('=', '')}.${parts(signToken(ada))[1]}.`;
  it.each([
    ['with another key', signToken(ada, { secret: `${identitySecret}!` })],
    ['with an empty key', signToken(ada, { secret: '' })],
    ['by no algorithm', unsigned({ alg: 'none' })],
    ['by no algorithm, in capitals', unsigned({ alg: 'NONE' })],
    ['with a header that claims RS256', signToken(ada, { header: { alg: 'RS256', typ: 'JWT' } })],
    ['with a header that claims HS512', signToken(ada, { header: { alg: 'HS512' } })],
    [
      'with an own key in the header',
      signToken(ada, { header: { alg: 'HS256', jwk: { kty: 'oct', k: 'AA' } }, secret: '\0' }),
    ],
    ['with a critical header', signToken(ada, { header: { alg: 'HS256', crit: ['x'], x: 1 } })],
    [
      'and changed afterwards',
      signToken(ada).replace(/\.[^.]+\./, `.${parts(signToken({ ...ada, phone: '+14155559999' }))[1]}.`),
    ],
    ['without an expiry', signToken({ ...ada, exp: undefined })],
    ['with an expiry that is a text', signToken({ ...ada, exp: 'tomorrow' })],
    ['for the future', signToken({ ...ada, nbf: Math.floor(Date.now() / 1000) + 600 })],
    ['and expired', signToken({ ...ada, ...expiredBy(60) })],
    ['and expired long ago', signToken({ ...ada, ...expiredBy(100 * 3600) })],
    ['and too long', signToken({ ...ada, filler: 'x'.repeat(4096) })],
    ['as no JWT', 'not.a.jwt'],
    ['as an empty text', ''],
    ['with dots alone', '....'],
    ['as text of another kind', '{"phone":"+14155552671"}'],
  ])('is ignored: signed %s', async (_, token) => {
    const { send, identify, log } = await start();
    const { lead, issues } = await send(token);
    expect(lead?.record).toEqual({ phone: '14155550000' });
    expect(issues).toEqual(ignored);
    const response = await identify(token);
    expect(response.status).toBe(400);
    const body = await response.json();
    expect(body).toMatchObject({ code: 'bad-request', issues: [{ path: 'userToken', message: expect.any(String) }] });
    if (token !== '') expect(JSON.stringify([body, log.lines])).not.toContain(token);
    expect(JSON.stringify(log.lines)).not.toMatch(/Ada|4155552671/);
  });

  it('gets the same response again', async () => {
    const { send } = await start();
    const headers = leadHeaders();
    const token = signToken(ada, { secret: 'another-secret-of-32-bytes-at-least' });
    const first = await send(token, {}, headers);
    expect((await send(token, {}, headers)).text).toBe(first.text);
  });

  // For 72 hours after its expiry, a token whose phone was the typed one switched all checks of bots off.
  it('that has expired switches no check of bots off', async () => {
    const { send } = await start({ minFillMs: 1500 });
    const typed = { fields: { phone: ada.phone } };
    const expired = signToken({ ...ada, ...expiredBy(60) });
    expect((await send(expired, typed)).lead?.held).toBe('no-form');
    expect((await send(expired, { ...typed, website: 'spam', elapsedMs: 5000 })).lead?.held).toBe('honeypot');
    expect((await send(expired, { ...typed, website: '', elapsedMs: 100 })).lead?.held).toBe('too-fast');
    expect((await send(expired, { ...typed, website: '', elapsedMs: 5000 })).lead?.held).toBeUndefined();
    const captcha = { provider: 'turnstile', siteKey: 'site-key', secret: 'canary-captcha-secret' };
    const withCaptcha = await start({ captcha });
    expect((await withCaptcha.send(expired, typed)).lead?.held).toBe('captcha-failed');
    expect((await withCaptcha.send(signToken(ada), typed)).lead?.held).toBeUndefined();
  });

  it('is any token when no secret is configured', async () => {
    const { send, identify } = await start({ identity: undefined });
    const { lead, issues } = await send(signToken(ada));
    expect(lead?.record).toEqual({ phone: '14155550000' });
    expect(issues).toEqual(ignored);
    expect((await (await identify(signToken(ada))).json()).issues[0].message).toContain('identity.secret');
  });

  it('does not supply a required field that nobody has typed', async () => {
    const { post } = await start();
    const body = { form: 'default', fields: {}, userToken: 'forged' };
    expect((await (await post('/leads', body, leadHeaders())).json()).issues).toEqual([
      { path: 'fields.phone', message: 'is required', code: 'required' },
    ]);
  });
});

describe('POST /identity', () => {
  it('refuses an unknown form, a token that is not a string, and another origin', async () => {
    const { identify, post } = await start();
    expect((await (await identify(signToken(ada), 'other')).json()).issues[0].message).toContain('no such form');
    expect((await identify(7)).status).toBe(400);
    const foreign = { origin: 'https://evil.example' };
    expect((await post('/identity', { form: 'default', userToken: signToken(ada) }, foreign)).status).toBe(403);
  });
});
