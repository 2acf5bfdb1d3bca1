import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SocketProbeResult } from '../../../src/proxy/doctor/check-socket.ts';
import { type DoctorReport, describeReport, reportProblems } from '../../../src/proxy/doctor/report.ts';
import { type DoctorDeps, runDoctor } from '../../../src/proxy/doctor/run-doctor.ts';
import { openingError } from '../../../src/proxy/store/sqlite/open-database.ts';
import { systemError } from '../../support/system-error.ts';
import { configWith, createDeps, failure, flowId, journeyId, key } from './healthy-service.ts';

function find(report: DoctorReport, name: string) {
  return report.checks.find((check) => check.name === name);
}

function assumption(report: DoctorReport, name: string) {
  return report.assumptions.find((assumption) => assumption.name === name);
}

const broken = (code: string) =>
  new TypeError(`fetch with Bearer ${key} failed`, { cause: Object.assign(new Error('x'), { code }) });

describe('the doctor', () => {
  it('finds no problem in a healthy service', async () => {
    const report = await runDoctor(configWith(), createDeps());
    const others = report.checks.filter((check) => check.state !== 'ok');
    expect(others.map(({ name, state }) => [name, state])).toEqual([[`journey ${journeyId}`, 'not verified']]);
    expect(report.ok).toBe(true);
    expect(report.checks.map((check) => check.name)).toEqual([
      'origins',
      'encryption',
      'trusted proxies',
      'admin token',
      'widget options',
      'form default',
      'store',
      'saved settings',
      'REST address',
      'API key',
      `journey ${journeyId}`,
      'session host',
      'chat socket',
    ]);
  });

  it('sends only requests that change nothing', async () => {
    const deps = createDeps();
    await runDoctor(configWith(), deps);
    expect(deps.requests.filter((request) => !request.startsWith('GET'))).toEqual([
      'POST https://hooks.example/webchat/session',
      'DELETE https://api.example/v1/lead/tag?lead_id=11111111-1111-4111-8111-111111111111&tag=doctor',
      'DELETE https://api.example/v1/lead/tag?',
      'PATCH https://api.example/v1/lead/sendtoworkflow',
    ]);
  });

  it('never shows the key', async () => {
    const deps = createDeps({ 'get-lead': () => broken('ECONNRESET'), session: () => broken('EPROTO') });
    const report = await runDoctor(configWith(), deps);
    expect(`${JSON.stringify(report)}${describeReport(report)}`).not.toContain('canary');
  });
});

describe('the REST address and the key', () => {
  it.each([
    ['ECONNREFUSED', 'no server listens there'],
    ['ENOTFOUND', 'the host does not exist'],
    ['CERT_HAS_EXPIRED', 'TLS failed'],
    ['ECONNRESET', 'the connection failed'],
  ])('report why a host is unreachable: %s', async (code, reason) => {
    const report = await runDoctor(configWith(), createDeps({ 'get-lead': () => broken(code) }));
    expect(report.ok).toBe(false);
    expect(find(report, 'REST address')).toMatchObject({ state: 'failed', detail: expect.stringContaining(reason) });
    expect(find(report, 'API key')?.state).toBe('skipped');
    expect(find(report, `journey ${journeyId}`)).toBeUndefined();
  });

  it('distinguish a refused key from an unknown lead', async () => {
    const report = await runDoctor(configWith(), createDeps({ 'get-lead': () => failure(401) }));
    expect(find(report, 'REST address')?.state).toBe('ok');
    expect(find(report, 'API key')).toMatchObject({ state: 'failed', detail: 'not accepted (401)' });
    expect(find(report, 'API key')?.advice).toContain('LEADCHAT_API_KEY');
  });

  it('recognize a key without the right to read', async () => {
    const report = await runDoctor(configWith(), createDeps({ 'get-lead': () => failure(403) }));
    expect(find(report, 'API key')).toMatchObject({ state: 'failed', detail: expect.stringContaining('403') });
  });

  it('report a warning when the response is the same without the key', async () => {
    const report = await runDoctor(configWith(), createDeps({ 'get-lead-without-key': () => failure(404) }));
    expect(find(report, 'API key')).toMatchObject({ state: 'warning', detail: expect.stringContaining('also 404') });
    expect(report.ok).toBe(true);
  });

  it.each([
    ['a redirect', () => new Response(null, { status: 308, headers: { location: 'https://x.example' } }), 'redirects'],
    ['a page', () => new Response('<h1>Not found</h1>', { status: 404 }), 'not in the format of the service'],
    ['a failing host', () => failure(503), 'responds with 503'],
  ])('are not confused with %s', async (_, reply, detail) => {
    const report = await runDoctor(configWith(), createDeps({ 'get-lead': reply }));
    expect(find(report, 'REST address')).toMatchObject({ state: 'failed', detail: expect.stringContaining(detail) });
  });

  it('report an address without the version', async () => {
    const service = { ...configWith().service, baseUrl: 'https://api.example' };
    const report = await runDoctor(configWith({ service }), createDeps());
    expect(find(report, 'REST address')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('version'),
    });
  });
});

describe('the journey', () => {
  it('is reported as unknown when the service says so', async () => {
    const report = await runDoctor(configWith(), createDeps({ journey: () => failure(404) }));
    expect(find(report, `journey ${journeyId}`)).toMatchObject({ state: 'failed', detail: 'not found' });
  });

  it('is not judged when the service looks for the lead first', async () => {
    const report = await runDoctor(configWith(), createDeps({ journey: () => failure(400) }));
    expect(find(report, `journey ${journeyId}`)?.state).toBe('not verified');
  });

  it('is checked for every route too, with the agents of the routes', async () => {
    const journey = 'a3000000-0000-4000-8000-000000000003';
    const [agent, other] = ['c1000000-0000-4000-8000-000000000001', 'c3000000-0000-4000-8000-000000000003'];
    const fields = [{ name: 'urgent', type: 'checkbox' }];
    const routes = [
      { name: 'emergency', when: { urgent: true }, journey: { id: journey }, agent: other, tags: ['urgent'] },
    ];
    const config = configWith({ forms: { default: { fields, routes, callback: { agent } } } });
    const report = await runDoctor(config, createDeps({ journey: () => failure(404) }));
    expect(find(report, `journey ${journey}`)).toMatchObject({ state: 'failed', detail: 'not found' });
    expect([agent, other].map((id) => find(report, `agent ${id}`)?.state)).toEqual(['not verified', 'not verified']);
    expect(find(report, 'form default')?.detail).toContain(
      `route emergency if urgent is true: journey ${journey}, agent ${other}, tags urgent`,
    );
  });
});

describe('the session host', () => {
  it.each([
    ['requires a key', () => failure(401), 'assumptions.keyForSessions'],
    ['is another host', () => failure(404), 'LEADCHAT_HOOKS_URL'],
    ['is a page', () => new Response('hello'), 'LEADCHAT_HOOKS_URL'],
    ['has a problem', () => failure(500), 'Try again later'],
    ['is unreachable', () => broken('ECONNREFUSED'), 'LEADCHAT_HOOKS_URL'],
  ])('fails with what to do when it %s', async (_, session, advice) => {
    const report = await runDoctor(configWith(), createDeps({ session }));
    expect(find(report, 'session host')).toMatchObject({ state: 'failed', advice: expect.stringContaining(advice) });
  });
});

describe('the chat socket', () => {
  it.each<[SocketProbeResult, string, string]>([
    [{ kind: 'refused', status: 404 } as const, 'failed', flowId],
    [{ kind: 'closed', code: 4404 } as const, 'failed', flowId],
    [{ kind: 'unreachable', reason: 'no server listens there' } as const, 'failed', 'LEADCHAT_WSS_URL'],
    [{ kind: 'frames', first: '{"type":"message","id":"1","content":"Hi"}' }, 'failed', 'Frames'],
    [{ kind: 'frames', first: 'hello' }, 'failed', 'Frames'],
    [{ kind: 'silent' } as const, 'warning', 'Frames'],
  ])('is judged by what happens first: %j', async (result, state, advice) => {
    const report = await runDoctor(configWith(), createDeps({}, { openSocket: async () => result }));
    expect(find(report, 'chat socket')).toMatchObject({ state, advice: expect.stringContaining(advice) });
  });

  it('is opened anonymously for the flow', async () => {
    const urls: string[] = [];
    const openSocket = async (url: string) => {
      urls.push(url);
      return { kind: 'silent' } as const;
    };
    await runDoctor(configWith(), createDeps({}, { openSocket }));
    expect(urls[0]).toBe(`wss://chat.example/webchat/flow/${flowId}/session/null/r/false`);
  });
});

describe('a message', () => {
  const withAnswer =
    (isAnswered: boolean): DoctorDeps['openSocket'] =>
    async (url, message) => ({
      ...(await createDeps().openSocket(url, message)),
      ...(message !== undefined && { isAnswered }),
    });

  it('is only sent when the chat is checked', async () => {
    const messages: unknown[] = [];
    const deps = createDeps();
    const openSocket: DoctorDeps['openSocket'] = (url, message) => {
      messages.push(message?.frame);
      return deps.openSocket(url, message);
    };
    const report = await runDoctor(configWith(), { ...deps, openSocket });
    expect(messages).toEqual([undefined]);
    expect(find(report, 'chat message')).toBeUndefined();
    expect(assumption(report, 'clientFrame')?.detail).toContain('doctor --chat');
  });

  it('without an answer fails, and says what to configure', async () => {
    const report = await runDoctor(configWith(), createDeps({}, { openSocket: withAnswer(false) }), { chat: true });
    expect(report.ok).toBe(false);
    expect(find(report, 'chat message')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining('got no answer within 30 seconds. The conversation stays in the service'),
      advice: expect.stringContaining('widget.messageFrame'),
    });
    expect(assumption(report, 'clientFrame')).toMatchObject({ state: 'not confirmed' });
  });

  it('does not count its echo or a frame that is not a message as an answer', async () => {
    const frames: boolean[] = [];
    const openSocket: DoctorDeps['openSocket'] = async (url, message) => {
      for (const content of ['Hello! This is a connection test.', 'Hi']) {
        for (const type of ['message', 'chatowner']) {
          frames.push(message?.isAnswer(JSON.stringify({ type, id: '1', content })) === true);
        }
      }
      return createDeps().openSocket(url, message);
    };
    await runDoctor(configWith(), createDeps({}, { openSocket }), { chat: true });
    expect(frames.slice(-4)).toEqual([false, false, true, false]);
  });

  it('is skipped without a working socket', async () => {
    const openSocket = async () => ({ kind: 'closed', code: 4404 }) as const;
    const report = await runDoctor(configWith(), createDeps({}, { openSocket }), { chat: true });
    expect(find(report, 'chat message')?.state).toBe('skipped');
  });
});

describe('the configuration itself', () => {
  const service = configWith().service;

  it.each([
    ['origins', { origins: ['*'] }, 'warning'],
    ['origins', { origins: ['http://shop.example'] }, 'warning'],
    ['origins', { origins: ['http://localhost:4000'] }, 'ok'],
    ['origins', { origins: ['http://localhost:*'] }, 'ok'],
    ['trusted proxies', { trustedProxies: [] }, 'warning'],
    ['trusted proxies', { trustedProxies: [], origins: ['http://localhost:4000'] }, 'ok'],
    ['encryption', { service: { ...service, baseUrl: 'http://api.example/v1' } }, 'failed'],
    ['encryption', { service: { ...service, hooksUrl: 'http://hooks.example' } }, 'failed'],
    ['encryption', { service: { ...service, wssUrl: 'ws://chat.example' } }, 'failed'],
    ['encryption', { service: { ...service, baseUrl: 'http://127.0.0.1:4002/v1' } }, 'ok'],
    ['widget options', { forms: { callback: {} } }, 'warning'],
    ['widget options', { forms: { callback: {} }, widget: { form: 'callback' } }, 'ok'],
    ['widget options', { widget: { color: 'red' } }, 'ok'],
  ])('%s: %j is %s', async (name, changes, state) => {
    const report = await runDoctor(configWith(changes), createDeps());
    expect(find(report, name)).toMatchObject({ state });
  });

  it('reports unknown and unusable widget options, nested ones too, with the nearest known name', async () => {
    const widget = {
      colour: 'red',
      theme: 'night',
      triggers: [{ type: 'exit', everyHour: 1 }],
      texts: { startchat: 'Go' },
    };
    const report = await runDoctor(configWith({ widget }), createDeps());
    expect(report.ok).toBe(true);
    expect(find(report, 'widget options')).toMatchObject({
      state: 'warning',
      detail: [
        '`widget.colour` is unknown. Did you mean `color`?',
        '`widget.theme` must be one of "auto", "light", "dark", got "night".',
        '`widget.texts.startchat` is unknown. Did you mean `texts.startChat`?',
        '`widget.triggers.0.everyHour` is unknown. Did you mean `triggers.0.everyHours`?',
      ].join(' '),
    });
  });

  it('lists for each form what it asks for and where its leads go', async () => {
    const report = await runDoctor(configWith(), createDeps());
    expect(find(report, 'form default')?.detail).toBe(
      `asks for phone, first_name, last_name, email; no consent; tags website; journey ${journeyId} (keep); no call-back`,
    );
  });

  it('says when call-backs are open again', async () => {
    const hours = [{ days: ['mon', 'tue'], from: '09:00', to: '17:00' }];
    const callback = { agent: 'c1000000-0000-4000-8000-000000000001', hours, timeZone: 'America/New_York' };
    const report = await runDoctor(configWith({ forms: { default: { callback } } }), createDeps());
    expect(find(report, 'form default')?.detail).toContain('closed now, opens Monday 09:00');
  });

  // It knew only the form's own closed days, and said that a form was open which called nobody.
  it.each([
    ['on a holiday of the site', ['2026-11-20'], undefined, ', closed now, opens Monday 09:00'],
    ['on a holiday of the site in another zone', ['2026-11-21'], 'Asia/Tokyo', ', closed now, opens Monday 09:00'],
    ['on the last day before one', ['2026-11-21'], undefined, ', open now'],
    ['in long holidays', ['2026-11-20', '2026-12-20'], undefined, ', closed now, opens Monday 2026-12-21 09:00'],
  ])('says whether call-backs are open %s', async (_case, [from, to = from], zone, expected) => {
    const timeZone = 'America/New_York';
    const hours = [{ days: ['mon', 'fri'], from: '09:00', to: '20:00' }];
    const callback = { agent: 'c1000000-0000-4000-8000-000000000001', hours, timeZone };
    const widget = { hours: { timeZone: zone ?? timeZone, open: hours, closed: [{ from, to }] } };
    const report = await runDoctor(configWith({ widget, forms: { default: { callback } } }), createDeps());
    expect(find(report, 'form default')?.detail).toContain(expected);
  });

  it('prints the whole path of the store', async () => {
    const report = await runDoctor(configWith({ store: 'sqlite:./leads.db' }), createDeps());
    expect(find(report, 'store')?.detail).toBe(`${process.cwd()}/leads.db is writable`);
  });

  it('reports an unusable store, without its password', async () => {
    const store = 'postgres://leadchat:canary@db.example/leadchat';
    const checkStore = () => Promise.reject(Object.assign(new Error('canary'), { code: 'ECONNREFUSED' }));
    const report = await runDoctor(configWith({ store }), createDeps({}, { checkStore }));
    expect(find(report, 'store')).toMatchObject({
      state: 'failed',
      detail: 'the database leadchat at db.example cannot be used (ECONNREFUSED)',
    });
    expect(JSON.stringify(report)).not.toContain('canary');
  });

  it.each(['/no/folder/leads.db', 'no/folder/leads.db'])('says once which store is unusable: %s', async (file) => {
    const checkStore = () => Promise.reject(openingError(file, systemError('ENOENT', 'access')));
    const report = await runDoctor(configWith({ store: `sqlite:${file}` }), createDeps({}, { checkStore }));
    expect(find(report, 'store')?.detail).toBe(
      `the database file "${resolve(file)}" cannot be opened: its folder does not exist; create it.`,
    );
  });

  it('says of a store that does not exist yet that the proxy creates it', async () => {
    const report = await runDoctor(configWith(), createDeps({}, { checkStore: async () => 'absent' }));
    expect(find(report, 'store')).toMatchObject({ state: 'ok', detail: expect.stringContaining('does not exist yet') });
  });

  it('names each receiver of webhooks, by its host alone, and whether it can be reached', async () => {
    const secret = `whsec_${btoa('canary of thirty-two bytes .....')}`;
    const codes: Record<string, string> = { gone: 'ENOTFOUND', inside: 'private-address' };
    const hosts = ['crm.example', 'gone.example', 'inside.example'];
    const webhooks = hosts.map((host) => ({ url: `https://${host}/hook?key=canary`, secret, events: ['lead.dead'] }));
    const connect = async (url: string) => {
      const code = codes[new URL(url).hostname.split('.')[0] ?? ''];
      if (code !== undefined) throw Object.assign(new Error('canary'), { code });
    };
    const report = await runDoctor(configWith({ webhooks }), createDeps({}, { connect }));
    expect(hosts.map((host) => find(report, `webhook ${host}`))).toMatchObject([
      { state: 'not verified', detail: expect.stringContaining('Nothing was posted') },
      { state: 'warning', detail: expect.stringContaining('the host does not exist') },
      { state: 'failed', advice: expect.stringContaining('allowPrivateWebhooks') },
    ]);
    expect(`${JSON.stringify(report)}${describeReport(report)}`).not.toContain('canary');
  });

  it('is reported with each of its problems when it is invalid', () => {
    const report = reportProblems(['`flowId` is missing.', '`origins` is missing.']);
    expect(report).toMatchObject({ ok: false, assumptions: [] });
    expect(describeReport(report)).toContain('failed        configuration  `flowId` is missing.');
    expect(describeReport(report)).toContain('This configuration cannot be used yet. Checks: 2 failed.');
  });
});

describe('what the service API leaves open', () => {
  it('is confirmed where a harmless request shows it, and listed where none does', async () => {
    const report = await runDoctor(configWith(), createDeps());
    const confirmed = report.assumptions.filter(({ state }) => state === 'confirmed').map(({ name }) => name);
    expect(confirmed.toSorted()).toEqual([
      'callDetailsParameter',
      'keyForSessions',
      'leadNotFoundStatuses',
      'removeTagParameters',
    ]);
    const unchecked = report.assumptions.filter(({ state }) => state === 'not checked');
    expect(unchecked.filter(({ detail }) => detail === undefined)).toEqual([]);
    // Nobody can configure it: the widget handles both cases.
    expect(assumption(report, 'historyOnResume')).toBeUndefined();
    expect(assumption(report, 'tagsAreASet')).toMatchObject({ state: 'not checked', section: 'Tag' });
    expect(assumption(report, 'clientFrame')?.state).toBe('not checked');
  });

  it('is not confirmed when the service does otherwise', async () => {
    const report = await runDoctor(
      configWith(),
      createDeps({ 'get-lead': () => failure(400), session: () => failure(401) }),
    );
    expect(assumption(report, 'leadNotFoundStatuses')).toMatchObject({
      state: 'not confirmed',
      detail: 'responded with 400',
    });
    expect(assumption(report, 'keyForSessions')).toMatchObject({
      state: 'not confirmed',
      detail: 'responded with 401',
    });
    expect(find(report, 'API key')?.state).toBe('ok');
  });

  it('is not checked when the responses are inconclusive', async () => {
    const same = { tag: () => failure(404), call: () => failure(404) };
    const report = await runDoctor(configWith(), createDeps(same));
    expect(assumption(report, 'removeTagParameters')).toMatchObject({ state: 'not checked' });
    expect(assumption(report, 'callDetailsParameter')?.detail).toContain('inconclusive');
  });
});

describe('what the doctor cannot check', () => {
  // It said ok, and operators relied on it.
  it('is not verified, instead of ok', async () => {
    const agent = 'c1000000-0000-4000-8000-000000000001';
    const secret = `whsec_${btoa('a secret of thirty-two bytes ...')}`;
    const config = configWith({
      forms: { default: { journey: { id: journeyId }, callback: { agent } }, other: { callback: { agent } } },
      captcha: { provider: 'turnstile', siteKey: 'site', secret: 'canary-captcha' },
      identity: { secret: 'canary-identity-of-thirty-two-bytes' },
      webhooks: [{ url: 'https://crm.example.com/canary', secret }],
    });
    const report = await runDoctor(config, createDeps());
    const names = report.checks.filter(({ state }) => state === 'not verified').map(({ name }) => name);
    expect(names).toEqual([
      `agent ${agent}`,
      'captcha',
      'signed visitors',
      `journey ${journeyId}`,
      'webhook crm.example.com',
    ]);
    expect(report.ok).toBe(true);
    const text = describeReport(report);
    expect(text).toMatch(/^not verified {2}captcha +turnstile; only a visitor/m);
    expect(text).toContain('5 not verified');
    expect(text).not.toContain('canary');
  });

  it.each([
    [undefined, 'warning'],
    [['chat.example.com', 'www.example.com'], undefined],
  ])('%j as hosts of the captcha with the hosted chat: %s', async (hostnames, state) => {
    const captcha = { provider: 'hcaptcha', siteKey: 'site', secret: 'canary', hostnames };
    const { checks } = await runDoctor(configWith({ hostedChat: true, captcha }), createDeps());
    const check = checks.find(({ name }) => name === 'captcha hosts');
    expect(check?.state).toBe(state);
    // Nothing says at which host the hosted chat is: one of `origins` may be it.
    if (check !== undefined) expect(check.advice).toMatch(/^If `origins` does not name it,/);
  });

  it('recommends only what can be done everywhere', async () => {
    const config = configWith();
    const report = describeReport(await runDoctor(config, createDeps()));
    // After `npm prune`, and in the npm package, there are no scripts and no docs.
    expect(report).not.toMatch(/npm run|docs\/|src\//);
    expect(report).toContain('leave a lead on your site');
    expect(report).toContain('call-back to your own number');
  });
});

describe('the admin token', () => {
  it('is missed, because nobody could decide about leads', async () => {
    const report = await runDoctor(configWith({ adminToken: undefined }), createDeps());
    expect(find(report, 'admin token')).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('no dashboard'),
      advice: expect.stringContaining('LEADCHAT_ADMIN_TOKEN'),
    });
  });
});

describe('environment variables', () => {
  it('with a misspelt name are named with the one that was meant', async () => {
    const env = { LEADCHAT_ADMINTOKEN: 'canary', LEADCHAT_ORIGINS: 'x', LEADCHAT_CRM_SECRET: 'canary', PATH: '/bin' };
    const report = await runDoctor(configWith(), createDeps({}, { env }));
    expect(find(report, 'variable LEADCHAT_ADMINTOKEN')).toMatchObject({
      state: 'warning',
      advice: 'Did you mean LEADCHAT_ADMIN_TOKEN?',
    });
    expect(find(report, 'variable LEADCHAT_CRM_SECRET')?.state).toBe('not verified');
    expect(report.checks.filter(({ name }) => name.startsWith('variable'))).toHaveLength(2);
    expect(describeReport(report)).not.toContain('canary');
  });
});
