import { describe, expect, it } from 'vitest';
import { operations } from '../../../build/openapi-operations.ts';
import { adminLead, adminLeads } from '../../../src/protocol/admin/leads.ts';
import { adminAudit, operatorRoles } from '../../../src/protocol/admin/operator.ts';
import { adminOverview } from '../../../src/protocol/admin/overview.ts';
import { permissions } from '../../../src/proxy/admin/permissions.ts';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { configOf, type Harness, leadHeaders, sha256, startHarness } from '../support/harness.ts';

const tokens = {
  viewer: 'viewer-token-0123456789-0123456789',
  agent: 'agent-token-0123456789-0123456789-',
  owner: 'owner-token-0123456789-0123456789-',
};
const adminToken = 'canary-admin-token-0001';
const operators = [
  { name: 'Vera', token: tokens.viewer, role: 'viewer' },
  { name: 'Ada', token: `sha256:${sha256(tokens.agent)}`, role: 'agent' },
  { name: 'Olga', token: tokens.owner, role: 'owner' },
];
const balancer = '10.0.0.7';
const byHeader = {
  trustedProxies: [balancer],
  operatorHeader: 'X-Forwarded-Email',
  operatorRoles: { 'grace@example.com': 'owner', '*@example.com': 'agent' },
};

type Sender = { token?: string; headers?: Record<string, string>; from?: string };

async function send({ proxy }: Pick<Harness, 'proxy'>, method: string, path: string, sender: Sender, body?: unknown) {
  const { token, headers = {}, from = '192.0.2.9' } = sender;
  const request = new Request(`http://proxy/admin/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const response = await proxy.fetch(request, { remoteAddress: from });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

async function storeLead(harness: Harness, fields: Record<string, unknown> = {}): Promise<string> {
  const person = { phone: '+14155552671', first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' };
  const response = await harness.post('/leads', { form: 'default', fields: { ...person, ...fields } }, leadHeaders());
  return (await response.json()).lead;
}

async function auditOf(harness: Harness, query = '') {
  const { body } = await send(harness, 'GET', `/audit${query}`, { token: tokens.owner });
  return adminAudit.parse(body).entries.map(({ by, role, action, lead }) => ({ by, role, action, lead }));
}

describe('operators', () => {
  it('may use each route of the admin API only with its role, and no route is without one', async () => {
    const harness = await startHarness({ adminToken, operators });
    const served = operations
      .filter(({ path }) => path.startsWith('/admin/api/'))
      .map(({ method, path }) => `${method.toUpperCase()} ${path.slice('/admin/api'.length)}`);
    const anonymous = (route: string) => route.replaceAll(/\{\w+\}|:\w+/g, '*');
    expect(Object.keys(permissions).map(anonymous).sort()).toEqual(served.map(anonymous).sort());

    for (const [route, { role }] of Object.entries(permissions)) {
      const [method = '', pattern = ''] = route.split(' ');
      const path = pattern.replaceAll(/:\w+/g, crypto.randomUUID());
      for (const own of operatorRoles) {
        const { status, body } = await send(harness, method, path, { token: tokens[own] });
        const isAllowed = operatorRoles.indexOf(own) >= operatorRoles.indexOf(role);
        const refused = { status: 403, code: 'not-allowed' };
        const answer = `${own} ${route}: ${status}`;
        if (isAllowed) expect([401, 403], answer).not.toContain(status);
        else expect({ status, code: body.code }, answer).toEqual(refused);
      }
      expect((await send(harness, method, path, {})).status).toBe(401);
    }
    const wrong = { token: tokens.owner.toUpperCase() };
    expect((await send(harness, 'GET', '/overview', wrong)).status).toBe(401);
    const hashed = { token: `sha256:${sha256(tokens.agent)}` };
    expect((await send(harness, 'GET', '/overview', hashed)).status).toBe(401);
  });

  // A route is found by its method and path, and so is its role.
  it.each<[string, (method: string, path: string) => [method: string, path: string]]>([
    ['a slash at the end', (method, path) => [method, `${path}/`]],
    ['two slashes', (method, path) => [method, `/${path}`]],
    ['a dot', (method, path) => [method, `/.${path}`]],
    ['capital letters', (method, path) => [method, path.toUpperCase()]],
    [
      'an escaped letter',
      (method, path) => [method, path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ],
    ['an escaped slash', (method, path) => [method, path.replace(/.\//, (text) => `${text[0]}%2f`)]],
    ['a parameter in the path', (method, path) => [method, `${path};x=1`]],
    ['a query', (method, path) => [method, `${path}?role=owner&_method=GET`]],
    ['HEAD', (_, path) => ['HEAD', path]],
    ['OPTIONS', (_, path) => ['OPTIONS', path]],
    ['PATCH', (_, path) => ['PATCH', path]],
    ['a method in small letters', (method, path) => [method.toLowerCase(), path]],
  ])('get by %s to no route that their role may not use', async (name, spell) => {
    const harness = await startHarness({ operators });
    for (const [route, { role }] of Object.entries(permissions)) {
      const [known = '', pattern = ''] = route.split(' ');
      const [method, path] = spell(known, pattern.replaceAll(/:\w+/g, crypto.randomUUID()));
      for (const own of operatorRoles) {
        if (operatorRoles.indexOf(own) >= operatorRoles.indexOf(role)) continue;
        // A path may have other routes that this role may use.
        const sibling = permissions[`${method === 'HEAD' ? 'GET' : method} ${pattern}`];
        if (name !== 'a query' && sibling !== undefined && method !== known) continue;
        const { status } = await send(harness, method, path, { token: tokens[own] });
        expect([403, 404], `${own} ${method} ${path}: ${status}`).toContain(status);
      }
      const headers = { 'x-http-method-override': 'GET', 'x-forwarded-prefix': '/', 'x-original-url': '/healthz' };
      expect([401, 404], `${method} ${path}`).toContain((await send(harness, method, path, { headers })).status);
    }
  });

  it('erase in bulk only as owners', async () => {
    const harness = await startHarness({ operators });
    const lead = await storeLead(harness);
    const erase = { action: 'erase', filter: { leads: [lead] } };
    const asAgent = await send(harness, 'POST', '/leads/bulk', { token: tokens.agent }, erase);
    expect([asAgent.status, asAgent.body.code]).toEqual([403, 'not-allowed']);
    expect(await harness.store.find(lead)).toBeDefined();
    const asOwner = await send(harness, 'POST', '/leads/bulk', { token: tokens.owner }, erase);
    expect([asOwner.status, asOwner.body.changed]).toEqual([200, 1]);
    expect(await auditOf(harness)).toEqual([{ by: 'Olga', role: 'owner', action: 'lead-erased', lead }]);
  });

  it('are recorded by their own name, whatever they enter; the admin token as the name that was entered', async () => {
    const harness = await startHarness({ adminToken, operators });
    const [first, second, third] = [
      await storeLead(harness),
      await storeLead(harness, { phone: '+14155552672' }),
      await storeLead(harness, { phone: '+14155552673' }),
    ];
    const close = (lead: string, token: string, by: string) =>
      send(harness, 'POST', `/leads/${lead}/close`, { token }, { by, reason: 'by phone' });
    expect((await close(first, tokens.agent, 'Somebody Else')).body.closed).toEqual({ by: 'Ada', reason: 'by phone' });
    expect((await close(second, adminToken, ' Typed ')).body.closed).toEqual({ by: 'Typed', reason: 'by phone' });
    expect((await close(third, adminToken, '')).body.closed).toEqual({ by: '192.0.2.9', reason: 'by phone' });
    expect(harness.log.lines).toContainEqual(
      expect.objectContaining({ event: 'lead-closed', facts: expect.objectContaining({ lead: first, by: 'Ada' }) }),
    );
    // Refused: nothing was done.
    expect((await close(first, tokens.agent, '')).status).toBe(409);
    const fields = { first_name: 'Augusta' };
    const settings = { version: 0, widget: { title: 'Saved' }, by: 'Somebody Else' };
    expect((await send(harness, 'PUT', '/settings', { token: tokens.owner }, settings)).body.by).toBe('Olga');
    const replay = { action: 'replay', filter: { leads: [first, second] } };
    expect((await send(harness, 'POST', '/leads/bulk', { token: tokens.agent }, replay)).body.changed).toBe(2);
    const corrected = await send(
      harness,
      'POST',
      `/leads/${first}/correct`,
      { token: tokens.agent },
      { fields, by: 'X' },
    );
    expect(corrected.body.corrections).toEqual([expect.objectContaining({ field: 'first_name', by: 'Ada' })]);

    const entries = await auditOf(harness);
    expect(entries.slice(0, 1)).toEqual([{ by: 'Ada', role: 'agent', action: 'lead-corrected', lead: first }]);
    expect(entries.slice(1, 3)).toEqual(
      expect.arrayContaining(
        [first, second].map((lead) => ({ by: 'Ada', role: 'agent', action: 'lead-replayed', lead })),
      ),
    );
    expect(entries.slice(3)).toEqual([
      { by: 'Olga', role: 'owner', action: 'settings-saved', lead: undefined },
      { by: '192.0.2.9', role: 'owner', action: 'lead-closed', lead: third },
      { by: 'Typed', role: 'owner', action: 'lead-closed', lead: second },
      { by: 'Ada', role: 'agent', action: 'lead-closed', lead: first },
    ]);
    expect((await auditOf(harness, `?lead=${third}`)).map(({ lead }) => lead)).toEqual([third]);
    const page = await send(harness, 'GET', '/audit?limit=2', { token: tokens.viewer });
    expect(await auditOf(harness, `?limit=2&before=${page.body.next}`)).toEqual(entries.slice(2, 4));
  });

  it('see initials and two digits as viewers, until they open a lead, which is recorded', async () => {
    const harness = await startHarness({ operators });
    const lead = await storeLead(harness, { first_name: 'Émile', last_name: '李' });
    const viewer = { token: tokens.viewer };
    const lists = await Promise.all([
      send(harness, 'GET', '/leads', viewer),
      send(harness, 'POST', '/leads/search', viewer, { filter: { search: lead } }),
    ]);
    for (const { body } of lists) {
      const [listed] = adminLeads.parse(body).leads;
      expect(listed).toMatchObject({
        lead,
        isMasked: true,
        phone: '…71',
        record: { first_name: 'É.', last_name: '李.' },
      });
      expect(JSON.stringify(body)).not.toMatch(/4155552671|ada@|mile/);
    }
    expect(await auditOf(harness)).toEqual([]);
    const asAgent = await send(harness, 'GET', '/leads', { token: tokens.agent });
    expect(adminLeads.parse(asAgent.body).leads[0]).toMatchObject({ phone: '14155552671' });

    const opened = await send(harness, 'GET', `/leads/${lead}`, viewer);
    expect(adminLead.parse(opened.body)).toMatchObject({ phone: '14155552671', record: { email: 'ada@example.com' } });
    expect(await auditOf(harness)).toEqual([{ by: 'Vera', role: 'viewer', action: 'lead-opened', lead }]);
    expect((await send(harness, 'GET', `/leads/${crypto.randomUUID()}`, viewer)).status).toBe(404);
    expect(await auditOf(harness)).toHaveLength(1);
  });

  it('get no whole lead as viewers while that cannot be recorded', async () => {
    const harness = await startHarness({ operators });
    const lead = await storeLead(harness);
    harness.store.recordAudit = () =>
      Promise.reject(new StoreError({ code: 'unavailable', message: '[store] no connection' }));
    const opened = await send(harness, 'GET', `/leads/${lead}`, { token: tokens.viewer });
    expect(opened.status).toBe(503);
    expect(JSON.stringify(opened.body)).not.toContain('4155552671');
    // What is done is done: then the log says it.
    expect((await send(harness, 'POST', `/leads/${lead}/close`, { token: tokens.agent })).status).toBe(200);
    expect(harness.log.events()).toContain('audit-incomplete');
  });

  it('are taken from the header of a reverse proxy only if it is trusted, and the log says once if not', async () => {
    const harness = await startHarness(byHeader);
    const as = (email: string, from = balancer) => ({ headers: { 'x-forwarded-email': email }, from });
    const who = async (sender: Sender) => {
      const { status, body } = await send(harness, 'GET', '/overview', sender);
      return status === 200 ? adminOverview.parse(body).operator : status;
    };
    expect(await who(as('grace@example.com'))).toEqual({ name: 'grace@example.com', role: 'owner' });
    expect(await who(as('Grace@Example.com'))).toEqual({ name: 'Grace@Example.com', role: 'owner' });
    expect(await who(as('ada@example.com'))).toEqual({ name: 'ada@example.com', role: 'agent' });
    for (const other of [
      'ada@example.org',
      'ada@example.com.evil.org',
      '@example.com',
      'grace',
      'ada@example.com, eve@x.org',
    ]) {
      expect(await who(as(other)), other).toBe(403);
    }
    expect(await who(as('', balancer))).toBe(401);
    for (const from of ['192.0.2.66', '10.0.0.8', '192.0.2.66']) {
      expect(await who(as('grace@example.com', from))).toBe(401);
      // Whoever it is forwarded for.
      const forwarded = { ...as('grace@example.com', from).headers, 'x-forwarded-for': balancer };
      expect(await who({ headers: forwarded, from })).toBe(401);
    }
    const ignored = harness.log.lines.filter(({ event }) => event === 'operator-header-ignored');
    expect(ignored).toMatchObject([{ level: 'warn', facts: { header: 'X-Forwarded-Email' } }]);
  });

  it('who are signed in by a header act only from the dashboard itself, not from other pages', async () => {
    const harness = await startHarness(byHeader);
    const lead = await storeLead(harness);
    const close = (headers: Record<string, string>) => {
      const sender = { headers: { 'x-forwarded-email': 'ada@example.com', ...headers }, from: balancer };
      return send(harness, 'POST', `/leads/${lead}/close`, sender);
    };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://www.example.com' },
      { origin: 'https://evil.example', host: 'proxy' },
      { origin: 'null', host: 'proxy' },
    ]) {
      expect((await close(headers)).body.code).toBe('origin-not-allowed');
    }
    expect((await close({ 'sec-fetch-site': 'same-origin', origin: 'http://proxy' })).body.closed.by).toBe(
      'ada@example.com',
    );
  });

  it('who are removed from the file are out at once, and new ones are in', async () => {
    const harness = await startHarness({ operators });
    const statusOf = async (token: string) => (await send(harness, 'GET', '/overview', { token })).status;
    expect(await Promise.all(Object.values(tokens).map(statusOf))).toEqual([200, 200, 200]);
    const next = 'another-token-0123456789-0123456789';
    const change = harness.proxy.reload(
      configOf({ operators: [...operators.slice(1), { name: 'Nina', token: next, role: 'viewer' }] }),
    );
    expect(change).toEqual({ applied: ['operators'], needRestart: [] });
    expect(await Promise.all([...Object.values(tokens), next].map(statusOf))).toEqual([401, 200, 200, 200]);
    harness.proxy.reload(configOf({ operators: [] }));
    expect(await statusOf(next)).toBe(404);
  });

  it.each([
    ['the header', { operators, trustedProxies: [balancer] }, ['operatorHeader', 'operatorRoles', 'operators'], 401],
    ['their role', { ...byHeader, operatorRoles: { 'grace@example.com': 'owner' } }, ['operatorRoles'], 403],
    ['everybody', { trustedProxies: [balancer] }, ['operatorHeader', 'operatorRoles'], 404],
  ])('who are signed in by a header are out at once without %s in the file', async (_, next, applied, status) => {
    const harness = await startHarness(byHeader);
    const seen = async () => {
      const sender = { headers: { 'x-forwarded-email': 'ada@example.com' }, from: balancer };
      return (await send(harness, 'GET', '/overview', sender)).status;
    };
    expect(await seen()).toBe(200);
    const change = harness.proxy.reload(configOf(next));
    expect({ ...change, applied: change.applied.sort() }).toEqual({ applied, needRestart: [] });
    expect(await seen()).toBe(status);
  });

  it.each<[overrides: Record<string, unknown>, issue: string]>([
    [{ operators: [{ ...operators[0], token: 'short' }] }, '`operators.0.token` must be sha256: and 64 hexadecimal'],
    [{ operators: [{ ...operators[0], token: 'sha256:abc' }] }, '`operators.0.token` must be sha256: and 64'],
    [{ operators: [{ ...operators[0], role: 'admin' }] }, '`operators.0.role` must be'],
    [{ operators: [operators[0], { ...operators[1], name: 'Vera' }] }, '`operators.1.name` is already the name'],
    [
      { operators: [operators[0], { ...operators[1], token: `sha256:${sha256(tokens.viewer).toUpperCase()}` }] },
      '`operators.1.token` is already the token of an earlier operator',
    ],
    [{ adminToken: tokens.agent, operators }, '`operators.1.token` is the adminToken'],
    [{ operatorHeader: 'X-Forwarded-Email', trustedProxies: [balancer] }, '`operatorRoles` is missing'],
    [{ ...byHeader, trustedProxies: [] }, '`operatorHeader` is taken only from trustedProxies'],
    [{ ...byHeader, operatorRoles: { '*': 'owner' } }, '`operatorRoles.*`'],
  ])('are refused with a mistake: %j', (overrides, issue) => {
    expect(() => configOf(overrides)).toThrow(issue);
    expect(() => configOf(overrides)).not.toThrow(/viewer-token|agent-token/);
  });
});
