import { describe, expect, it } from 'vitest';
import { leadHeaders, startHarness } from './support/harness.ts';

const captcha = { provider: 'turnstile', siteKey: 'site', secret: 'canary-secret' };
const lead = { form: 'default', fields: { phone: '+14155552671' } };

type Verdict = { success: boolean; hostname?: string; 'error-codes'?: string[] };

/** Proxy with a provider that gives this verdict; `asked` holds what it was asked. */
async function withProvider(
  verdict: Verdict | Error,
  config: Record<string, unknown> = {},
  parts: Parameters<typeof startHarness>[1] = {},
) {
  const asked: { url: string; form: URLSearchParams }[] = [];
  const harness = await startHarness(
    { captcha: { ...captcha, ...config } },
    {
      ...parts,
      fetch: async (url, init) => {
        asked.push({ url: String(url), form: new URLSearchParams(String(init?.body)) });
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
  return { ...harness, asked, send };
}

describe('a captcha', () => {
  it('lets a lead through that the provider vouches for', async () => {
    const { send, asked } = await withProvider({ success: true, hostname: 'www.example.com' });
    expect(await send({ captcha: 'token' })).toMatchObject({ state: 'pending' });
    expect(asked[0]?.url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify');
    expect(Object.fromEntries(asked[0]?.form ?? [])).toEqual({
      secret: 'canary-secret',
      response: 'token',
      remoteip: '192.0.2.1',
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('is checked under the lead’s own key, so that a proxy that is started again may ask about a spent token', async () => {
    const { post, store, asked } = await withProvider({ success: true });
    const headers = leadHeaders();
    await post('/leads', { ...lead, captcha: 'token' }, headers);
    const { asked: askedAgain, ...restarted } = await withProvider({ success: true }, {}, { store });
    await restarted.post('/leads', { ...lead, captcha: 'token' }, headers);
    const keys = [...asked, ...askedAgain].map(({ form }) => form.get('idempotency_key'));
    expect(keys).toEqual([headers['idempotency-key'], headers['idempotency-key']]);
  });

  it('is checked at another address when the configuration names one', async () => {
    const { send, asked } = await withProvider({ success: true }, { verifyUrl: 'https://captcha.example.com/verify' });
    await send({ captcha: 'token' });
    expect(asked[0]?.url).toBe('https://captcha.example.com/verify');
  });

  it('is not drawn by the widget where only forms of the operator’s own bring tokens', async () => {
    const { send, asked, get } = await withProvider({ success: true }, { provider: 'hcaptcha', siteKey: false });
    expect(await (await get('/config')).json()).not.toHaveProperty('captcha');
    expect(await send({ captcha: 'token' })).toMatchObject({ state: 'pending' });
    expect(asked[0]?.form.has('sitekey')).toBe(false);
  });

  it('tells the widget where its script is, when that is not at the provider', async () => {
    const { get } = await withProvider({ success: true }, { scriptUrl: 'https://captcha.example.com/api.js' });
    expect((await (await get('/config')).json()).captcha).toEqual({
      provider: 'turnstile',
      siteKey: 'site',
      scriptUrl: 'https://captcha.example.com/api.js',
    });
  });

  it('speaks to hCaptcha too', async () => {
    const { send, asked } = await withProvider({ success: true }, { provider: 'hcaptcha' });
    expect(await send({ captcha: 'token' })).toMatchObject({ state: 'pending' });
    expect(asked[0]?.url).toBe('https://api.hcaptcha.com/siteverify');
    expect(asked[0]?.form.get('sitekey')).toBe('site');
  });

  it('holds a lead without a token, with a bad one, and with one of another page', async () => {
    const refusing = await withProvider({ success: false, 'error-codes': ['timeout-or-duplicate'] });
    expect(await refusing.send({})).toMatchObject({ state: 'held', held: 'captcha-failed' });
    expect(refusing.asked).toHaveLength(0);
    expect(await refusing.send({ captcha: 'stale' })).toMatchObject({ state: 'held', held: 'captcha-failed' });
    const elsewhere = await withProvider({ success: true, hostname: 'evil.example' });
    expect(await elsewhere.send({ captcha: 'token' })).toMatchObject({ state: 'held', held: 'captcha-failed' });
  });

  it('holds leads for an operator while the provider is out, or our own secret is wrong', async () => {
    const out = await withProvider(new TypeError('fetch failed'));
    expect(await out.send({ captcha: 'token' })).toMatchObject({ state: 'held', held: 'captcha-unavailable' });
    const misconfigured = await withProvider({ success: false, 'error-codes': ['invalid-input-secret'] });
    expect(await misconfigured.send({ captcha: 'token' })).toMatchObject({
      state: 'held',
      held: 'captcha-unavailable',
    });
    expect(misconfigured.log.events()).toContain('captcha-misconfigured');
  });

  it('does not take the session from a lead that is repeated after a restart', async () => {
    const { post, store } = await withProvider({ success: true });
    const headers = leadHeaders();
    const body = { ...lead, captcha: 'token', chat: true };
    const first = await (await post('/leads', body, headers)).text();
    const strict = { fetch: async () => Response.json({ success: false }), store };
    const restarted = await startHarness({ captcha }, strict);
    expect(await (await restarted.post('/leads', body, headers)).text()).toBe(first);
    expect(first).toContain('webchat-session');
  });

  it('is not asked for again when a stored lead is repeated, whose token is spent by then', async () => {
    const { send, asked } = await withProvider({ success: true });
    const headers = leadHeaders();
    const first = await send({ captcha: 'token' }, headers);
    expect(await send({ captcha: 'token' }, headers)).toEqual(first);
    expect(asked).toHaveLength(1);
  });
});
