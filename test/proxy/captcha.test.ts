import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/proxy/store/store-error.ts';
import { until } from '../support/until.ts';
import { leadHeaders, startHarness } from './support/harness.ts';

const captcha = { provider: 'turnstile', siteKey: 'site', secret: 'canary-secret' };
const lead = { form: 'default', fields: { phone: '+14155552671' } };

type Verdict = {
  success: boolean;
  hostname?: string;
  action?: string;
  challenge_ts?: string;
  'error-codes'?: string[];
};

/** A proxy with a provider that responds with this verdict; `verified` lists the requests to it. */
async function withProvider(
  verdict: Verdict | Error,
  config: Record<string, unknown> = {},
  deps: Parameters<typeof startHarness>[1] = {},
) {
  const verified: { url: string; form: URLSearchParams }[] = [];
  const harness = await startHarness(
    { captcha: { ...captcha, ...config } },
    {
      ...deps,
      fetch: async (url, init) => {
        verified.push({ url: String(url), form: new URLSearchParams(String(init?.body)) });
        if (verdict instanceof Error) throw verdict;
        return Response.json(verdict);
      },
    },
  );
  const send = async (body: Record<string, unknown>, headers = leadHeaders()) => {
    const response = await harness.post('/leads', { ...lead, ...body }, headers);
    expect(response.status).toBe(202);
    const { lead: id } = await response.json();
    return harness.store.find(id);
  };
  return { ...harness, verified, send };
}

describe('a captcha', () => {
  it('lets a lead through when the provider confirms its token', async () => {
    const { send, verified } = await withProvider({ success: true, hostname: 'www.example.com' });
    expect(await send({ captcha: 'token' })).toMatchObject({ state: 'pending' });
    expect(verified[0]?.url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify');
    expect(Object.fromEntries(verified[0]?.form ?? [])).toEqual({
      secret: 'canary-secret',
      response: 'token',
      remoteip: '192.0.2.1',
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('is verified with the lead’s own key, so that a restarted proxy can verify a used token again', async () => {
    const { post, store, verified } = await withProvider({ success: true });
    const headers = leadHeaders();
    const { accept } = store;
    store.accept = () => Promise.reject(new StoreError({ code: 'unavailable', message: 'disk full' }));
    expect((await post('/leads', { ...lead, captcha: 'token' }, headers)).status).toBe(503);
    store.accept = accept;
    const { verified: verifiedAgain, ...restarted } = await withProvider({ success: true }, {}, { store });
    await restarted.post('/leads', { ...lead, captcha: 'token' }, headers);
    const keys = [...verified, ...verifiedAgain].map(({ form }) => form.get('idempotency_key'));
    expect(keys).toEqual([headers['idempotency-key'], headers['idempotency-key']]);
  });

  it('is verified at another address when the configuration has one', async () => {
    const { send, verified } = await withProvider(
      { success: true },
      { verifyUrl: 'https://captcha.example.com/verify' },
    );
    await send({ captcha: 'token' });
    expect(verified[0]?.url).toBe('https://captcha.example.com/verify');
  });

  it('holds a lead whose token was solved for another action of the page', async () => {
    const { send } = await withProvider({ success: true, action: 'login' });
    expect(await send({ captcha: 'token' })).toMatchObject({ state: 'held' });
  });

  it.each(['leadchat-lead', ''])(
    'accepts the action %j: the widget names it, widgets of earlier builds do not',
    async (action) => {
      const { send } = await withProvider({ success: true, action });
      expect(await send({ captcha: 'token' })).toMatchObject({ state: 'pending' });
    },
  );

  it("does not check the action when only the operator's own forms send tokens", async () => {
    const { send } = await withProvider({ success: true, action: 'contact' }, { siteKey: false });
    expect(await send({ captcha: 'token' })).toMatchObject({ state: 'pending' });
  });

  it.each([
    [9, 'pending'],
    [11, 'held'],
  ])('that was solved %i minutes ago leaves the lead %s', async (minutes, state) => {
    const now = Date.parse('2026-11-22T12:00:00Z');
    const solvedAt = new Date(now - minutes * 60_000).toISOString();
    const { send } = await withProvider({ success: true, challenge_ts: solvedAt }, {}, { now: () => now });
    expect(await send({ captcha: 'token' })).toMatchObject({ state });
  });

  it('is not shown by the widget when only the operator’s own forms send tokens', async () => {
    const { send, verified, get } = await withProvider({ success: true }, { provider: 'hcaptcha', siteKey: false });
    expect(await (await get('/config')).json()).not.toHaveProperty('captcha');
    expect(await send({ captcha: 'token' })).toMatchObject({ state: 'pending' });
    expect(verified[0]?.form.has('sitekey')).toBe(false);
  });

  it('has its script at the configured address', async () => {
    const { get } = await withProvider({ success: true }, { scriptUrl: 'https://captcha.example.com/api.js' });
    expect((await (await get('/config')).json()).captcha).toEqual({
      provider: 'turnstile',
      siteKey: 'site',
      scriptUrl: 'https://captcha.example.com/api.js',
    });
  });

  it('supports hCaptcha', async () => {
    const { send, verified } = await withProvider({ success: true }, { provider: 'hcaptcha' });
    expect(await send({ captcha: 'token' })).toMatchObject({ state: 'pending' });
    expect(verified[0]?.url).toBe('https://api.hcaptcha.com/siteverify');
    expect(verified[0]?.form.get('sitekey')).toBe('site');
  });

  it('holds a lead without a token, with an invalid one, and with one of another site', async () => {
    const refusing = await withProvider({ success: false, 'error-codes': ['timeout-or-duplicate'] });
    expect(await refusing.send({})).toMatchObject({ state: 'held', held: 'captcha-failed' });
    expect(refusing.verified).toHaveLength(0);
    expect(await refusing.send({ captcha: 'stale' })).toMatchObject({ state: 'held', held: 'captcha-failed' });
    const elsewhere = await withProvider({ success: true, hostname: 'evil.example' });
    expect(await elsewhere.send({ captcha: 'token' })).toMatchObject({ state: 'held', held: 'captcha-failed' });
  });

  it('holds leads while the provider is unreachable or the secret is wrong', async () => {
    const out = await withProvider(new TypeError('fetch failed'));
    expect(await out.send({ captcha: 'token' })).toMatchObject({ state: 'held', held: 'captcha-unavailable' });
    const misconfigured = await withProvider({ success: false, 'error-codes': ['invalid-input-secret'] });
    expect(await misconfigured.send({ captcha: 'token' })).toMatchObject({
      state: 'held',
      held: 'captcha-unavailable',
    });
    expect(misconfigured.log.events()).toContain('captcha-misconfigured');
  });

  it('keeps the session of a lead that is repeated after a restart', async () => {
    const { post, store } = await withProvider({ success: true });
    const headers = leadHeaders();
    const body = { ...lead, captcha: 'token', chat: true };
    const first = await (await post('/leads', body, headers)).text();
    const strict = { fetch: async () => Response.json({ success: false }), store };
    const restarted = await startHarness({ captcha }, strict);
    expect(await (await restarted.post('/leads', body, headers)).text()).toBe(first);
    expect(first).toContain('webchat-session');
  });

  it('is not verified again when a stored lead is repeated', async () => {
    const { send, verified } = await withProvider({ success: true });
    const headers = leadHeaders();
    const first = await send({ captcha: 'token' }, headers);
    expect(await send({ captcha: 'token' }, headers)).toEqual(first);
    expect(verified).toHaveLength(1);
  });

  // Each lead held one of the 256 slots for storing while its captcha was checked, so a provider that took five seconds
  // gave 503 to everyone.
  it('that is checked slowly keeps no other lead from being stored', async () => {
    const { promise: verdict, resolve: respond } = Promise.withResolvers<Response>();
    let checks = 0;
    const { post, store } = await startHarness(
      { captcha },
      {
        fetch: async () => {
          checks++;
          return (await verdict).clone();
        },
      },
    );
    const waiting = Array.from({ length: 300 }, () => post('/leads', { ...lead, captcha: 'token' }, leadHeaders()));
    await until('all are checked', () => checks === 300);
    const { lead: id } = await (await post('/leads', lead, leadHeaders())).json();
    expect(await store.find(id)).toMatchObject({ held: 'captcha-failed' });
    respond(Response.json({ success: true }));
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202).length).toBeGreaterThanOrEqual(256);
    expect(new Set(statuses)).not.toContain(500);
  });
});
