import { describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { leadHeaders, noLimits, origin, startHarness } from '../support/harness.ts';

/** Node requires it for a streamed body. TypeScript's DOM types lack it. */
const halfDuplex = { duplex: 'half' };
const lead = { form: 'default', fields: { phone: '+14155552671' } };

async function codeOf(response: Response): Promise<[number, string]> {
  return [response.status, (await response.json()).code];
}

describe('origins', () => {
  it('may call when they are in the list exactly', async () => {
    const { post } = await startHarness();
    const response = await post('/leads', lead, leadHeaders());
    expect(response.status).toBe(202);
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    expect(response.headers.get('vary')).toContain('Origin');
  });

  it.each([
    'https://evil.example',
    'null',
    `${origin}.evil.example`,
    origin.toUpperCase(),
    `${origin}/`,
    `${origin}:8443`,
    'http://www.example.com',
  ])('are refused when they are not in the list: %s', async (other) => {
    const { post, get, store } = await startHarness();
    const response = await post('/leads', lead, { ...leadHeaders(), origin: other });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await codeOf(response)).toEqual([403, 'origin-not-allowed']);
    expect((await store.counts()).pending).toBe(0);
    expect((await get('/config', { origin: other })).headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    ['http://localhost:8080', true],
    ['http://localhost', true],
    ['http://127.0.0.1:5500', true],
    ['https://localhost:8080', false],
    ['http://localhost.evil.example:8080', false],
    ['http://localhost:8080/', false],
    ['http://[::1]:8080', false],
    ['null', false],
  ])('of any port of this machine can be allowed in development: %s %s', async (page, isAllowed) => {
    const origins = [origin, 'http://localhost:*', 'http://127.0.0.1:*'];
    const { post, get } = await startHarness({ origins });
    const response = await post('/leads', lead, { ...leadHeaders(), origin: page });
    expect(response.status).toBe(isAllowed ? 202 : 403);
    expect(response.headers.get('access-control-allow-origin')).toBe(isAllowed ? page : null);
    // The widget cannot compare its page with wildcards, so the proxy does.
    expect(await (await get('/config', { origin })).json()).not.toHaveProperty('originHashes');
  });

  it('are logged when they are refused, with the setting to change, once per ten minutes', async () => {
    let time = 0;
    const { post, get, log } = await startHarness({}, { now: () => time });
    const other = { origin: 'http://127.0.0.1:4000' };
    const warnings = () => log.lines.filter(({ event }) => event === 'origin-refused').map(({ facts }) => facts);
    await post('/leads', lead, { ...leadHeaders(), ...other });
    await post('/leads', lead, { ...leadHeaders(), ...other });
    await get('/config', other);
    expect(warnings()).toEqual([{ origin: 'http://127.0.0.1:4000', setting: 'origins (LEADCHAT_ORIGINS)' }]);
    time += 600_001;
    await get('/config', other);
    expect(warnings()).toHaveLength(2);
  });

  it('cannot fill the log', async () => {
    const { get, log } = await startHarness();
    for (let index = 0; index < 200; index++) await get('/config', { origin: `https://page-${index}.example` });
    await get('/config', { origin: `not an origin ${'x'.repeat(1000)}` });
    const warnings = log.lines.filter(({ event }) => event === 'origin-refused');
    expect(warnings).toHaveLength(20);
  });

  it('do not matter for clients that are not browsers', async () => {
    const { proxy } = await startHarness();
    const response = await proxy.fetch(
      new Request('http://proxy/leads', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...leadHeaders() },
        body: JSON.stringify(lead),
      }),
    );
    expect(response.status).toBe(202);
  });

  it('are checked in preflights', async () => {
    const { proxy } = await startHarness();
    const ask = (from: string) =>
      proxy.fetch(
        new Request('http://proxy/leads', {
          method: 'OPTIONS',
          headers: { origin: from, 'access-control-request-method': 'POST' },
        }),
      );
    const allowed = await ask(origin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(allowed.headers.get('access-control-allow-headers')).toBe('Content-Type,Idempotency-Key,Authorization');
    expect(allowed.headers.get('vary')).toContain('Origin');
    expect((await ask('https://evil.example')).status).toBe(403);
  });

  it('may carry the headers that scripts of an allowed page add, but none that a server believes', async () => {
    const { proxy } = await startHarness();
    const ask = async (headers: string) => {
      const response = await proxy.fetch(
        new Request('http://proxy/leads', {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': headers,
          },
        }),
      );
      expect(response.status).toBe(204);
      return response.headers.get('access-control-allow-headers')?.split(',').slice(3);
    };
    const harmless = [
      ...['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'newrelic', 'b3'],
      ...['x-requested-with', 'x-csrf-token', 'x-datadog-origin', 'x-datadog-parent-id'],
    ];
    expect(await ask(['content-type', ...harmless].join(','))).toEqual(harmless);
    expect(await ask('x-datadog-trace-id, elastic-apm-traceparent')).toEqual([
      'x-datadog-trace-id',
      'elastic-apm-traceparent',
    ]);
    const believed = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'x-http-method-override', 'via'];
    expect(await ask([...believed, 'true-client-ip', 'x-original-url', 'bad name', 'a\tb', ''].join(','))).toEqual([]);
  });
});

describe('bodies', () => {
  it('need a JSON content type', async () => {
    const { post } = await startHarness();
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'application/json; charset=latin1',
    ]) {
      expect(await codeOf(await post('/leads', lead, { ...leadHeaders(), 'content-type': type }))).toEqual([
        415,
        'not-json',
      ]);
    }
    expect(
      (await post('/leads', lead, { ...leadHeaders(), 'content-type': 'application/json; charset=UTF-8' })).status,
    ).toBe(202);
    expect(await codeOf(await post('/leads', lead, { ...leadHeaders(), 'content-encoding': 'gzip' }))).toEqual([
      415,
      'not-json',
    ]);
  });

  it.each(['', '{', 'null x', '{"form":"default",}', '\u0000'])('must be JSON: %j', async (body) => {
    const { post } = await startHarness();
    expect(await codeOf(await post('/leads', body, leadHeaders()))).toEqual([400, 'bad-json']);
  });

  it('must be UTF-8', async () => {
    const { proxy } = await startHarness();
    const body = new Uint8Array([0x22, 0xff, 0xfe, 0x22]);
    const headers = { 'content-type': 'application/json', ...leadHeaders() };
    expect(
      await codeOf(await proxy.fetch(new Request('http://proxy/leads', { method: 'POST', headers, body }))),
    ).toEqual([400, 'bad-json']);
  });

  it('are at most 16 KB, with and without Content-Length', async () => {
    const { post, proxy } = await startHarness();
    const large = JSON.stringify({ ...lead, page: { title: 'x'.repeat(16_384) } });
    expect(await codeOf(await post('/leads', large, leadHeaders()))).toEqual([413, 'too-large']);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('[1,'.repeat(1000))),
    });
    const headers = { 'content-type': 'application/json', ...leadHeaders() };
    const endless = new Request('http://proxy/leads', { method: 'POST', headers, body: stream, ...halfDuplex });
    expect(await codeOf(await proxy.fetch(endless))).toEqual([413, 'too-large']);
  });

  it('are limited in depth and in number of keys', async () => {
    const { post } = await startHarness();
    const deep = '['.repeat(8000) + ']'.repeat(8000);
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`k${index}`, 1])));
    for (const body of [deep, wide, '{"form":"default","__proto__":{"polluted":1}}', '[]', '"text"', '1', 'null']) {
      expect(await codeOf(await post('/leads', body, leadHeaders()))).toEqual([400, 'bad-request']);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    const messageOf = async (body: string) =>
      (await (await post('/leads', body, leadHeaders())).json()).issues[0].message;
    expect(await messageOf(wide)).toBe('has more than 50 entries');
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    expect(await messageOf(nested(6))).toBe('is nested more than 5 levels deep');
    expect(await messageOf(nested(4))).not.toContain('levels deep');
  });
});

describe('every response', () => {
  it('carries a request id and security headers', async () => {
    const { get, post } = await startHarness();
    for (const response of [
      await get('/healthz'),
      await get('/nowhere'),
      await post('/leads', '{', leadHeaders()),
      await get('/config'),
    ]) {
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    }
  });

  it('is 404 for an unknown route or method', async () => {
    const { get, proxy } = await startHarness();
    expect(await codeOf(await get('/nowhere'))).toEqual([404, 'not-found']);
    expect(await codeOf(await get('/leads'))).toEqual([404, 'not-found']);
    const response = await proxy.fetch(new Request('http://proxy/leads', { method: 'DELETE' }));
    expect(await codeOf(response)).toEqual([404, 'not-found']);
  });

  it('is 503 with Retry-After, never 202, when the store cannot be used', async () => {
    const { post, get, store } = await startHarness();
    await store.close();
    const response = await post('/leads', lead, leadHeaders());
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await codeOf(response)).toEqual([503, 'store-unavailable']);
    expect(await codeOf(await get('/readyz'))).toEqual([503, 'store-unavailable']);
    expect((await get('/healthz')).status).toBe(200);
  });

  it('contains nothing but the request id after an unexpected error', async () => {
    const harness = await startHarness();
    harness.store.accept = () => Promise.reject(new Error('canary: SELECT * FROM leads'));
    const response = await harness.post('/leads', lead, leadHeaders());
    const body = await response.text();
    expect(response.status).toBe(500);
    expect(body).not.toContain('canary');
    expect(JSON.parse(body)).toMatchObject({ status: 'failed', code: 'internal' });
    expect(body).toContain(response.headers.get('x-request-id') ?? 'none');
    expect(harness.log.events()).toContain('request-failed');
  });

  it('is 400 for a lead that the database cannot store', async () => {
    const harness = await startHarness();
    harness.store.accept = () => Promise.reject(new StoreError({ code: 'row-refused', message: 'canary' }));
    expect(await codeOf(await harness.post('/leads', lead, leadHeaders()))).toEqual([400, 'bad-request']);
  });

  it('passes on the Retry-After of the store', async () => {
    const harness = await startHarness();
    harness.store.accept = () =>
      Promise.reject(new StoreError({ code: 'backlog-full', message: 'full', retryAfterMs: 60_000 }));
    expect((await harness.post('/leads', lead, leadHeaders())).headers.get('retry-after')).toBe('60');
  });
});

describe('limits', () => {
  it('refuse an address over its limit, with Retry-After', async () => {
    const { post } = await startHarness({ limits: { leadsPerIp: { points: 2, seconds: 600 } } });
    const send = (from: string) => post('/leads', lead, leadHeaders(), from);
    expect((await send('2001:db8:1:2::1')).status).toBe(202);
    expect((await send('2001:db8:1:2::2')).status).toBe(202);
    const third = await send('2001:db8:1:2:3::9');
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(590);
    expect(await codeOf(third)).toEqual([429, 'rate-limited']);
    expect((await send('2001:db8:1:3::1')).status).toBe(202);
  });

  it('do not count a repetition of a stored lead', async () => {
    const { post } = await startHarness({ limits: { leadsPerIp: { points: 1, seconds: 600 } } });
    const headers = leadHeaders();
    const first = await (await post('/leads', lead, headers)).text();
    expect(await (await post('/leads', lead, headers)).text()).toBe(first);
    expect((await post('/leads', lead, leadHeaders())).status).toBe(429);
  });

  it('count a lead once, however often storing it fails', async () => {
    const harness = await startHarness({ limits: { leadsPerIp: { points: 1, seconds: 600 } } });
    const accept = harness.store.accept;
    harness.store.accept = () => Promise.reject(new StoreError({ code: 'unavailable', message: 'disk full' }));
    const headers = leadHeaders();
    for (let index = 0; index < 3; index++) expect((await harness.post('/leads', lead, headers)).status).toBe(503);
    harness.store.accept = accept;
    const together = await Promise.all([harness.post('/leads', lead, headers), harness.post('/leads', lead, headers)]);
    expect(together.map(({ status }) => status)).toEqual([202, 202]);
    expect((await harness.post('/leads', lead, leadHeaders())).status).toBe(429);
    expect((await harness.post('/leads', lead, leadHeaders())).status).toBe(429);
  });

  it('refuse a form over its own limit, and no other form', async () => {
    const limits = { leadsPerForm: { points: 1, seconds: 60 } };
    const { post } = await startHarness({ limits, forms: { default: {}, other: {} } });
    const send = async (form: string) => (await post('/leads', { ...lead, form }, leadHeaders())).status;
    expect([await send('default'), await send('default'), await send('other')]).toEqual([202, 429, 202]);
  });

  it('refuse all visitors when the site is over its limit', async () => {
    const limits = {
      leadsPerIp: false,
      leadsPerIpPerDay: false,
      leadsPerPhone: false,
      leadsPerSite: { points: 1, seconds: 60 },
    };
    const { post } = await startHarness({ limits });
    expect((await post('/leads', lead, leadHeaders(), '192.0.2.1')).status).toBe(202);
    expect((await post('/leads', lead, leadHeaders(), '192.0.2.2')).status).toBe(429);
  });

  it('hold the leads of a phone over its limit, with the same response', async () => {
    const limits = { leadsPerIp: false, leadsPerIpPerDay: false, leadsPerPhone: { points: 1, seconds: 600 } };
    const { post, store } = await startHarness({ limits });
    await post('/leads', { ...lead, chat: true }, leadHeaders());
    const body = await (await post('/leads', { ...lead, chat: true }, leadHeaders())).json();
    expect(body.session).toMatchObject({ url: expect.any(String) });
    expect(await store.find(body.lead)).toMatchObject({ state: 'held', held: 'phone-limit' });
  });

  it('are named in the log once a minute with a count, and counted by name', async () => {
    let time = Date.parse('2026-11-23T15:00:00Z');
    const limits = { ...noLimits, leadsPerSite: { points: 1, seconds: 600 } };
    const { get, post, log } = await startHarness({ limits }, { now: () => time });
    for (let index = 0; index < 4; index++) await post('/leads', lead, leadHeaders());
    const warnings = () => log.lines.filter(({ event }) => event === 'rate-limited');
    expect(warnings()).toEqual([
      { level: 'warn', event: 'rate-limited', facts: { limit: 'leadsPerSite', refused: 1 } },
    ]);
    time += 60_000;
    await post('/leads', lead, leadHeaders());
    expect(warnings().map(({ facts }) => facts?.refused)).toEqual([1, 3]);
    const lines = (await (await get('/metrics')).text()).split('\n');
    expect(lines).toContain('leadchat_rate_limited_total{limit="leadsPerSite"} 4');
    // Prometheus counts the first refusal only if the series existed before.
    expect(lines).toContain('leadchat_rate_limited_total{limit="leadsPerIp"} 0');
    expect(lines).toContain('leadchat_rate_limited_total{limit="adminSignIn"} 0');
  });

  it.each([
    [{ leadsPerIp: { points: 1, seconds: 60 } }, 'leadsPerIp'],
    [{ leadsPerIpPerDay: { points: 1, seconds: 60 } }, 'leadsPerIpPerDay'],
    [{ leadsPerForm: { points: 1, seconds: 60 } }, 'leadsPerForm'],
    [{ leadsPerSite: { points: 1, seconds: 60 } }, 'leadsPerSite'],
  ])('are named as in the configuration: %j', async (limit, name) => {
    const { post, log } = await startHarness({ limits: { ...noLimits, ...limit } });
    for (let index = 0; index < 2; index++) await post('/leads', lead, leadHeaders());
    expect(log.lines.find(({ event }) => event === 'rate-limited')?.facts).toEqual({ limit: name, refused: 1 });
  });
});
