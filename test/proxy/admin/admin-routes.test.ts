import { describe, expect, it } from 'vitest';
import { adminCalls } from '../../../src/protocol/admin/calls.ts';
import { adminLead, adminLeads } from '../../../src/protocol/admin/leads.ts';
import { adminOverview } from '../../../src/protocol/admin/overview.ts';
import { type Harness, ids, leadHeaders, noLimits, startHarness } from '../support/harness.ts';

const adminToken = 'canary-admin-token-0001';
const bearer = { authorization: `Bearer ${adminToken}`, origin: 'http://proxy' };

async function store({ post }: Harness, phone: string, extra: object = {}): Promise<string> {
  const body = { form: 'default', fields: { phone, first_name: 'Ada' }, ...extra };
  return (await (await post('/leads', body, leadHeaders())).json()).lead;
}

/** Settles a lead in this state, as delivery would. */
async function settle(harness: Harness, lead: string, state: 'done' | 'unknown' | 'dead'): Promise<void> {
  const now = Date.now();
  const { leads } = await harness.store.claim({ owner: 'test', now, leaseMs: 60_000, limit: 200 });
  for (const claimed of leads) {
    const steps = claimed.steps.map((step) => ({
      ...step,
      state: step.step === 'journey' && claimed.id === lead ? state : ('done' as const),
    }));
    await harness.store.checkpoint({ lead: claimed.id, owner: 'test', now, steps, serviceLead: crypto.randomUUID() });
  }
}

async function act(harness: Harness, path: string, body: unknown = {}) {
  const response = await harness.post(`/admin/api${path}`, body, bearer);
  return { status: response.status, body: await response.json() };
}

async function list(harness: Harness, query = ''): Promise<string[]> {
  const response = await harness.get(`/admin/api/leads${query}`, bearer);
  expect(response.status).toBe(200);
  return adminLeads.parse(await response.json()).leads.map(({ lead }) => lead);
}

async function search(harness: Harness, filter: object): Promise<string[]> {
  const { status, body } = await act(harness, '/leads/search', { filter });
  expect(status).toBe(200);
  return adminLeads.parse(body).leads.map(({ lead }) => lead);
}

describe('/admin', () => {
  it('responds 404 when no token is configured', async () => {
    const { get } = await startHarness();
    for (const path of ['/admin', '/admin/page.js', '/admin/api/leads', '/admin/api/overview']) {
      const response = await get(path, bearer);
      expect([response.status, (await response.json()).code]).toEqual([404, 'not-found']);
    }
  });

  it('requires the token', async () => {
    const { get } = await startHarness({ adminToken });
    for (const authorization of [
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${adminToken}x`,
      `Bearer ${adminToken.slice(0, -1)}`,
      `Basic ${adminToken}`,
      adminToken,
    ]) {
      const response = await get('/admin/api/leads', { authorization });
      expect([response.status, (await response.json()).code]).toEqual([401, 'unauthorized']);
    }
    expect((await get('/admin/api/leads', bearer)).status).toBe(200);
  });

  // "Send your token" was the answer to a wrong one, too, as after a restart with another one.
  it('says of a wrong token that it is wrong', async () => {
    const { get } = await startHarness({ adminToken });
    const messageFor = async (headers: Record<string, string>) =>
      (await (await get('/admin/api/leads', headers)).json()).message;
    expect(await messageFor({ authorization: `Bearer ${adminToken}x` })).toMatch(/does not know the token/);
    expect(await messageFor({})).toMatch(/^Send your token/);
  });

  it('slows down guessing, and then refuses even the right token', async () => {
    const { get } = await startHarness({ adminToken });
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++)
      statuses.push((await get('/admin/api/leads', { authorization: 'Bearer guess' })).status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect((await get('/admin/api/leads', bearer)).status).toBe(429);
  });

  it('serves a page whose policy runs only its own script', async () => {
    const { get } = await startHarness({ adminToken });
    const response = await get('/admin');
    expect(response.headers.get('content-type')).toContain('text/html');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(await response.text()).not.toMatch(/<script>|<style| on\w+=/);
  });
});

describe('the API of the admin dashboard', () => {
  it('lists leads by state, newest first, with their steps', async () => {
    const harness = await startHarness({ adminToken });
    const [first, second] = [await store(harness, '+14155552671'), await store(harness, '+14155552672')];
    const held = await store(harness, '+14155552673', { website: 'spam' });
    expect(await list(harness)).toEqual([held, second, first]);
    expect(await list(harness, '?state=held')).toEqual([held]);
    await settle(harness, first, 'unknown');
    expect(await list(harness, '?state=unknown')).toEqual([first]);
    expect(await list(harness, '?state=delivered')).toEqual([second]);
    const one = adminLead.parse(await (await harness.get(`/admin/api/leads/${first}`, bearer)).json());
    expect(one).toMatchObject({
      lead: first,
      state: 'unknown',
      phone: '14155552671',
      record: { first_name: 'Ada' },
      steps: [
        { step: 'create', state: 'done' },
        { step: 'tag', name: 'website', state: 'done' },
        { step: 'journey', state: 'unknown' },
      ],
    });
  });

  it('finds a phone in every spelling that people, the list or the CSV file use', async () => {
    const fields = [{ name: 'mobile', type: 'tel' }, { name: 'first_name' }];
    const forms = { default: { fields }, australian: { fields, defaultCountry: 'AU' } };
    const harness = await startHarness({ adminToken, forms });
    const american = await store(harness, '+14155552671');
    const australian = await store(harness, '0412 345 678', { form: 'australian' });
    const german = await store(harness, '+1 415 555 2699', { country: 'DE', fields: { phone: '030 901820' } });
    const spellings = {
      [american]: ['+14155552671', '+1415', '(+1) 415 555 2671', '(415) 555-2671', '415.555.2671', '0014155552671'],
      [australian]: ['0412 345 678', '0412345', '+61 412 345 678', '+61 (0)412 345 678', '61412345678', '٠٤١٢ ٣٤٥'],
      [german]: ['030 901820', '+4930901820', '(+49) 30 901820', '0049 30 901820', '\u202a+49 30 9018'],
    };
    for (const [lead, texts] of Object.entries(spellings)) {
      for (const text of texts) expect([text, await search(harness, { search: text })]).toEqual([text, [lead]]);
    }
    const csv = await harness.post('/admin/api/leads/csv', { filters: [{ search: '(+61) 412' }] }, bearer);
    expect((await csv.text()).split('\r\n')[1]).toContain(australian);
  });

  // The page of a lead has its phone and its email as links, of which people copy the address.
  it('finds a phone and an email by the address of a link', async () => {
    const harness = await startHarness({ adminToken });
    const email = 'ada+clinic@example.com';
    const ada = await store(harness, '+14155552671', { fields: { phone: '+14155552671', email } });
    await store(harness, '+14155552672');
    const links = [
      ...['tel:+14155552671', 'TEL:+1-415-555-2671', ' tel:(415)%20555-2671', 'tel:+1-415-555-2671;ext=12'],
      ...['callto:+14155552671', 'sms:+14155552671?body=Hello', 'tel://+14155552671'],
      ...[`mailto:${email}`, 'mailto:ada%2Bclinic@example.com?subject=Your%20visit', 'mailto:ada%clinic'],
    ];
    const found = await Promise.all(links.map(async (link) => [link, await search(harness, { search: link })]));
    const last = links.pop();
    expect(found).toEqual([...links.map((link) => [link, [ada]]), [last, []]]);
  });

  it('corrects a phone that is not known to be in use only if the operator confirms it', async () => {
    const harness = await startHarness({ adminToken });
    const lead = await store(harness, '+14155552671');
    const fields = { phone: '(421) 555-2671' };
    const asked = await act(harness, `/leads/${lead}/correct`, { fields });
    expect([asked.status, asked.body.issues[0]]).toMatchObject([400, { code: 'not-in-use' }]);
    const { body } = await act(harness, `/leads/${lead}/correct`, { fields, phoneConfirmed: true });
    expect(body).toMatchObject({ phone: '14215552671', record: { phone_confirmed: true } });
    const again = await act(harness, `/leads/${lead}/correct`, { fields: { phone: '+14155552671' } });
    expect(again.body.record).not.toHaveProperty('phone_confirmed');
    expect(again.body.phone).toBe('14155552671');
  });

  it('finds a lead by a part of its phone or its data, page by page', async () => {
    const harness = await startHarness({ adminToken });
    const leads: string[] = [];
    for (let index = 0; index < 5; index++) leads.unshift(await store(harness, `+1415555267${index}`));
    expect(await search(harness, { search: '5552673' })).toEqual([leads[1]]);
    expect(await search(harness, { search: 'ada' })).toHaveLength(5);
    const page = await (await harness.get('/admin/api/leads?limit=2', bearer)).json();
    expect(page.next).toBe(leads[1]);
    expect(await list(harness, `?limit=2&before=${page.next}`)).toEqual([leads[2], leads[3]]);
  });

  it('says what is wrong in a query', async () => {
    const harness = await startHarness({ adminToken });
    for (const query of ['?state=lost', '?limit=0', '?limit=x', '?before=1', '?order=asc', '?search=ada']) {
      expect((await harness.get(`/admin/api/leads${query}`, bearer)).status).toBe(400);
    }
  });

  it('replays unknown and dead leads', async () => {
    const harness = await startHarness({ adminToken });
    const lead = await store(harness, '+14155552671');
    expect(await act(harness, `/leads/${lead}/replay`)).toMatchObject({ status: 409, body: { code: 'wrong-state' } });
    await settle(harness, lead, 'dead');
    const wakes = harness.wakes();
    expect(await act(harness, `/leads/${lead}/replay`)).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect(harness.wakes()).toBe(wakes + 1);
  });

  it('calls a journey as the configuration does, in the list and on the page of a lead', async () => {
    const names = { [ids.journey]: 'Enterprise' };
    const harness = await startHarness({ adminToken, names });
    const lead = await store(harness, '+14155552671');
    const named = { step: 'journey', name: ids.journey, title: 'Enterprise' };
    for (const path of ['/leads', `/leads/${lead}`]) {
      const body = await (await harness.get(`/admin/api${path}`, bearer)).json();
      expect((body.leads?.[0] ?? body).steps).toContainEqual(expect.objectContaining(named));
    }
  });

  it('replays with the journey that is configured now, one lead or all, and says when the form is gone', async () => {
    const wrong = 'a1000000-0000-4000-8000-00000000000f';
    const form = { journey: { id: wrong } };
    const before = await startHarness({ adminToken, forms: { default: form, old: form } });
    const dead: string[] = [];
    for (const name of ['default', 'default', 'old', 'old']) {
      const lead = await store(before, `+1415555267${dead.length}`, { form: name });
      await settle(before, lead, 'dead');
      dead.push(lead);
    }
    const harness = await startHarness({ adminToken }, { store: before.store });
    const enrolmentOf = async (lead: string) =>
      (await harness.store.find(lead))?.steps.find(({ step }) => step === 'journey');
    const [first = '', second = '', third = '', fourth = ''] = dead;
    const { body } = await act(harness, `/leads/${first}/replay`);
    expect(body.steps.at(-1)).toMatchObject({ step: 'journey', name: ids.journey, state: 'pending' });
    expect((await act(harness, `/leads/${third}/replay`)).body.steps.at(-1)).toMatchObject({
      name: wrong,
      answer: expect.stringContaining('form is not configured'),
    });
    expect(harness.log.lines.filter(({ event }) => event === 'lead-replay')).toMatchObject([
      { facts: { lead: first } },
      { facts: { lead: third, form: 'not configured' } },
    ]);
    const all = await act(harness, '/leads/bulk', { action: 'replay', filter: { state: 'dead' } });
    expect(all.body).toEqual({ status: 'success', changed: 2, withoutForm: 1 });
    expect([await enrolmentOf(second), await enrolmentOf(fourth)]).toMatchObject([
      { name: ids.journey, state: 'pending' },
      { name: wrong, state: 'pending' },
    ]);
  });

  // It counted as delivered, everywhere.
  it('takes an empty body with a type for none', async () => {
    const harness = await startHarness({ adminToken });
    const lead = await store(harness, '+14155552671');
    await settle(harness, lead, 'dead');
    expect(await act(harness, `/leads/${lead}/close`, '')).toMatchObject({ status: 200, body: { state: 'closed' } });
  });

  it('closes a lead that an operator has handled by hand, with who and why, in API, metrics and log', async () => {
    const harness = await startHarness({ adminToken });
    const lead = await store(harness, '+14155552671');
    await settle(harness, lead, 'dead');
    expect((await act(harness, `/leads/${lead}/resolve`, { outcome: 'done' })).status).toBe(409);
    const { status, body } = await act(harness, `/leads/${lead}/close`, { by: ' Grace\n', reason: 'enrolled by hand' });
    expect(status).toBe(200);
    const closed = { by: 'Grace', reason: 'enrolled by hand' };
    expect(adminLead.parse(body)).toMatchObject({ state: 'closed', closed, endedAt: expect.any(String) });
    expect(harness.log.lines.find(({ event }) => event === 'lead-closed')).toMatchObject({
      facts: { lead, ...closed },
    });
    const metrics = await (await harness.get('/metrics')).text();
    expect(metrics).toContain('leadchat_leads{state="closed"} 1');
    expect(metrics).toContain('leadchat_leads{state="delivered"} 0');
    expect(metrics).toContain('leadchat_leads_settled_total{state="closed"} 1');
    expect((await act(harness, `/leads/${lead}/close`)).status).toBe(409);
    expect((await act(harness, `/leads/${lead}/close`, { reason: 'x'.repeat(201) })).status).toBe(400);
  });

  it('names the address of the operator who closes leads without giving a name, and closes all of a cause', async () => {
    const harness = await startHarness({ adminToken });
    const held = await store(harness, '+14155552671', { website: 'spam' });
    const filter = { state: 'held', cause: 'honeypot' };
    const { body } = await act(harness, '/leads/bulk', { action: 'close', filter, reason: 'spam' });
    expect(body).toEqual({ status: 'success', changed: 1 });
    const closed = { by: '192.0.2.1', reason: 'spam' };
    expect(await harness.store.find(held)).toMatchObject({ state: 'closed', closed });
    expect(harness.log.lines.find(({ event }) => event === 'lead-closed')).toMatchObject({ facts: closed });
  });

  it('names causes, finds leads by cause, and replays all of them in batches', async () => {
    const harness = await startHarness({ adminToken, limits: noLimits });
    const dead: string[] = [];
    for (let index = 0; index < 3; index++) {
      dead.unshift(await store(harness, `+1415555267${index}`));
      await settle(harness, dead[0] ?? '', 'dead');
    }
    const held = await store(harness, '+14155552679', { website: 'spam' });
    const { causes } = await (await harness.get('/admin/api/causes', bearer)).json();
    expect(causes).toEqual([
      { state: 'dead', cause: 'journey: dead', count: 3 },
      { state: 'held', cause: 'honeypot', count: 1 },
    ]);
    expect(await search(harness, { state: 'held', cause: 'honeypot' })).toEqual([held]);
    expect(await search(harness, { state: 'dead', cause: 'journey: 404 not-found' })).toEqual([]);
    const filter = { state: 'dead', cause: 'journey: dead' };
    const before = dead[0];
    const second = await act(harness, '/leads/bulk', { action: 'replay', filter, before });
    expect(second).toEqual({ status: 200, body: { status: 'success', changed: 2 } });
    expect(await list(harness, '?state=dead')).toEqual([before]);
    expect(harness.wakes()).toBeGreaterThan(0);
    const none = await act(harness, '/leads/bulk', { action: 'release', filter });
    // It answered success, and a script took that for done.
    expect(none.status).toBe(409);
    expect(none.body).toEqual({
      status: 'failed',
      code: 'wrong-state',
      changed: 0,
      unchanged: 1,
      message: 'No lead was changed: there is nothing to release (state: dead).',
    });
    const nobody = await act(harness, '/leads/bulk', { action: 'release', filter: { search: 'nobody' } });
    expect(nobody.body).toEqual({ status: 'success', changed: 0, message: 'No lead matches the filter.' });
  });

  it('erases thousands of leads in slices, and accepts leads meanwhile', async () => {
    const harness = await startHarness({ adminToken, limits: noLimits });
    const kept = await store(harness, '+14155550000');
    for (let index = 0; index < 1050; index++) {
      await harness.store.accept({
        key: crypto.randomUUID(),
        bodyHash: '',
        form: 'default',
        phone: String(14155560000 + index),
        record: { note: 'bot' },
        plan: { tags: ['web'] },
        held: index % 2 === 0 ? 'honeypot' : 'too-fast',
        acceptedAt: Date.now(),
      });
    }
    const filter = { search: 'bot' };
    expect((await act(harness, '/leads/count', { filter })).body).toEqual({
      count: 1050,
      unknown: 0,
      states: { held: 1050 },
    });
    let erased = 0;
    let before: string | undefined;
    do {
      const erasing = act(harness, '/leads/bulk', { action: 'erase', filter, ...(before !== undefined && { before }) });
      // It came after the erasure began, so the operator has not seen it.
      expect(await store(harness, '+14155550001', { website: 'spam', attributes: {} })).toBeTypeOf('string');
      const { body } = await erasing;
      expect(body.status).toBe('success');
      erased += body.changed;
      before = body.next;
    } while (before !== undefined);
    expect(erased).toBe(1050);
    expect((await act(harness, '/leads/count', { filter })).body).toEqual({ count: 0, unknown: 0, states: {} });
    expect(await harness.store.find(kept)).toBeDefined();
    expect(harness.log.lines.filter(({ event }) => event === 'leads-changed')).toHaveLength(6);
  });

  it('erases and closes the leads of a list of ids, and no others', async () => {
    const harness = await startHarness({ adminToken, limits: noLimits });
    const ids = [];
    for (let index = 0; index < 4; index++) ids.push(await store(harness, `+1415555267${index}`, { website: 'spam' }));
    const erased = await act(harness, '/leads/bulk', { action: 'erase', filter: { leads: ids.slice(0, 2) } });
    expect(erased.body).toEqual({ status: 'success', changed: 2 });
    const closed = await act(harness, '/leads/bulk', { action: 'close', filter: { leads: ids.slice(1, 3) } });
    expect(closed.body).toEqual({ status: 'success', changed: 1 });
    const states = await Promise.all(ids.map(async (id) => (await harness.store.find(id))?.state));
    expect(states).toEqual([undefined, undefined, 'closed', 'held']);
  });

  it('resolves unknown steps as done or skipped', async () => {
    const harness = await startHarness({ adminToken });
    for (const [outcome, phone, state] of [
      ['done', '+14155552671', 'delivered'],
      ['skipped', '+14155552672', 'closed'],
    ] as const) {
      const lead = await store(harness, phone);
      await settle(harness, lead, 'unknown');
      const { status, body } = await act(harness, `/leads/${lead}/resolve`, { outcome });
      expect([status, body.state, body.steps.at(-1).state]).toEqual([200, state, outcome]);
      const line = harness.log.lines.filter(({ event }) => event === 'lead-resolve').at(-1);
      expect(line).toMatchObject({ facts: { lead, outcome, state } });
    }
    expect((await act(harness, `/leads/${crypto.randomUUID()}/resolve`)).status).toBe(404);
    expect((await act(harness, `/leads/${crypto.randomUUID()}/resolve`, { outcome: 'maybe' })).status).toBe(400);
  });

  it('releases a held lead', async () => {
    const harness = await startHarness({ adminToken });
    const lead = await store(harness, '+14155552671', { website: 'spam' });
    expect(await act(harness, `/leads/${lead}/release`)).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect((await act(harness, `/leads/${lead}/release`)).status).toBe(409);
  });

  it('corrects a field of a refused lead by the rules of its form, and records who and which field, not the old value', async () => {
    const form = {
      journey: { id: ids.journey },
      fields: [
        { name: 'email', type: 'email', required: true },
        { name: 'size', type: 'select', options: [{ value: 'S', label: 'S' }] },
      ],
    };
    const harness = await startHarness({ adminToken, forms: { default: form } });
    const lead = await store(harness, '+14155552671', { fields: { phone: '+14155552671', email: 'ada@exmaple.com' } });
    await settle(harness, lead, 'dead');
    for (const [fields, path] of [
      [{ email: 'no address' }, 'fields.email'],
      [{ email: '' }, 'fields.email'],
      [{ size: 'M' }, 'fields.size'],
      [{ utm_source: 'x' }, 'fields.utm_source'],
      [{}, 'fields'],
    ] as const) {
      const { status, body } = await act(harness, `/leads/${lead}/correct`, { fields });
      expect([status, body.issues?.[0]?.path]).toEqual([400, path]);
    }
    const { status, body } = await act(harness, `/leads/${lead}/correct`, {
      fields: { email: ' ada@example.com ' },
      by: 'Grace',
    });
    expect(status).toBe(200);
    expect(adminLead.parse(body)).toMatchObject({
      record: { email: 'ada@example.com' },
      corrections: [{ field: 'email', by: 'Grace', at: expect.any(String) }],
      // The service has it already.
      correctable: ['email', 'size'],
    });
    expect(harness.log.lines.find(({ event }) => event === 'lead-corrected')).toMatchObject({
      facts: { lead, fields: 'email', by: 'Grace' },
    });
    expect(JSON.stringify(harness.log.lines)).not.toMatch(/exmaple|ada@/);
    expect((await act(harness, `/leads/${lead}/replay`)).status).toBe(200);
    const { leads } = await harness.store.claim({ owner: 'test', now: Date.now(), leaseMs: 1_000, limit: 10 });
    expect(leads).toMatchObject([{ id: lead, record: { email: 'ada@example.com' } }]);
    expect((await act(harness, `/leads/${lead}/correct`, { fields: { email: 'a@example.com' } })).status).toBe(409);
  });

  it('shows the call that was requested for a held lead, and releases the lead with or without it', async () => {
    let now = Date.parse('2026-11-23T15:00:00Z');
    const hours = [{ days: ['mon' as const], from: '09:00', to: '18:00' }];
    const callback = { agent: ids.agent, countries: ['US'], timeZone: 'UTC', hours };
    const forms = { default: { callback } };
    const harness = await startHarness({ adminToken, forms }, { now: () => now });
    const [late, none, planned] = await Promise.all(
      [{}, {}, { at: '2026-11-23T17:00:00.000Z' }].map(async (time, index) => {
        const body = { form: 'default', fields: { phone: `+1415555267${index}` }, website: 'spam' };
        const { lead, token } = await (await harness.post('/leads', body, leadHeaders())).json();
        expect((await harness.post('/calls', { lead, token, ...time })).status).toBe(202);
        return String(lead);
      }),
    );
    const { body: found } = await act(harness, '/leads/search', { filter: { state: 'held' } });
    expect(adminLeads.parse(found).leads.find(({ lead }) => lead === planned)?.heldCall).toEqual({
      requestedAt: '2026-11-23T15:00:00.000Z',
      plannedAt: '2026-11-23T17:00:00.000Z',
      expiresAt: '2026-11-23T17:01:30.000Z',
    });
    now += 4 * 3_600_000;
    expect(await act(harness, `/leads/${late}/release`, { call: 'now' })).toMatchObject({
      status: 409,
      body: { code: 'call-not-possible', reason: 'closed' },
    });
    now -= 2 * 3_600_000 + 60_000;
    const { body: called } = await act(harness, `/leads/${late}/release`, { call: 'now' });
    expect(called).toMatchObject({ state: 'pending' });
    expect(called.steps.at(-1)).toMatchObject({ step: 'call', state: 'pending' });
    const { body: silent } = await act(harness, `/leads/${none}/release`, { call: 'none' });
    expect(silent.steps.at(-1)).toMatchObject({ step: 'call', state: 'skipped', answer: 'released without the call' });
    // Scripts send no body.
    const request = new Request(`http://proxy/admin/api/leads/${planned}/release`, { method: 'POST', headers: bearer });
    expect((await harness.proxy.fetch(request, { remoteAddress: '192.0.2.1' })).status).toBe(200);
    const calls = adminCalls.parse(await (await harness.get('/admin/api/calls', bearer)).json()).calls;
    expect(calls.map(({ lead, state }) => [lead, state])).toEqual(
      expect.arrayContaining([
        [late, 'waiting'],
        [none, 'cancelled'],
        [planned, 'planned'],
      ]),
    );
  });

  it('erases one lead, or all of a phone', async () => {
    const harness = await startHarness({ adminToken, limits: noLimits });
    const lead = await store(harness, '+14155552671');
    await store(harness, '+442079460958');
    await store(harness, '+442079460958');
    expect(await act(harness, `/leads/${lead}/erase`)).toMatchObject({ status: 200, body: { erased: 1 } });
    expect((await act(harness, `/leads/${lead}/erase`)).status).toBe(404);
    expect((await harness.get(`/admin/api/leads/${lead}`, bearer)).status).toBe(404);
    expect(await act(harness, '/erase', { phone: '+44 20 7946 0958' })).toMatchObject({
      status: 200,
      body: { erased: 2 },
    });
    expect(await act(harness, '/erase', { phone: '12' })).toMatchObject({ status: 400 });
    expect(await list(harness)).toEqual([]);
  });

  it('lists call-backs by state and counts them, refused ones with their reason', async () => {
    const harness = await startHarness({ adminToken, limits: noLimits });
    const lead = await store(harness, '+14155552671', { callback: true });
    const listCalls = async (query: string) =>
      adminCalls.parse(await (await harness.get(`/admin/api/calls${query}`, bearer)).json()).calls;
    expect(await listCalls('?state=refused')).toMatchObject([
      { lead, name: 'Ada', phone: '14155552671', state: 'refused', reason: 'not-offered' },
    ]);
    expect(await listCalls('?state=expired')).toEqual([]);
    const since = new Date(Date.now() - 86_400_000).toISOString();
    expect(await listCalls(`?form=default&from=${since}`)).toMatchObject([{ lead }]);
    for (const query of ['form=another', `to=${since}`, 'page=/nowhere', 'variant=greeting=short', 'answered=true']) {
      expect(await listCalls(`?${query}`)).toEqual([]);
    }
    for (const query of ['state=busy', 'answered=perhaps', 'from=yesterday', 'search=1']) {
      expect((await harness.get(`/admin/api/calls?${query}`, bearer)).status).toBe(400);
    }
    const overview = adminOverview.parse(await (await harness.get('/admin/api/overview', bearer)).json());
    expect(overview.calls).toMatchObject({ refused: 1, waiting: 0 });
  });

  it('says what counts in each experiment, also in those of some pages', async () => {
    const variants = [{ name: 'now' }, { name: 'new', greeting: 'Questions?' }];
    const jobs = { url: '^/jobs', experiments: [{ name: 'jobs', variants, goal: 'answered' }] };
    const experiments = [
      { name: 'hello', variants, goal: 'message' },
      { name: 'open', variants },
    ];
    const harness = await startHarness({ adminToken, widget: { experiments, pages: [jobs] } });
    const overview = adminOverview.parse(await (await harness.get('/admin/api/overview', bearer)).json());
    expect(overview.goals).toEqual({ hello: 'message', jobs: 'answered' });
  });

  it('gives an overview: counts, delivery, and two days by the hour', async () => {
    const harness = await startHarness({ adminToken });
    const lead = await store(harness, '+14155552671');
    await settle(harness, lead, 'done');
    const overview = adminOverview.parse(await (await harness.get('/admin/api/overview', bearer)).json());
    expect(overview.counts).toMatchObject({ delivered: 1, pending: 0 });
    expect(overview.delivery.breaker.state).toBe('closed');
    expect(overview.activity).toHaveLength(48);
    expect(overview.activity.at(-1)).toMatchObject({ captured: 1, delivered: 1 });
  });

  it('never reveals the session of a lead', async () => {
    const harness = await startHarness({ adminToken });
    const lead = await store(harness, '+14155552671', { chat: true });
    expect(await (await harness.get(`/admin/api/leads/${lead}`, bearer)).text()).not.toContain('webchat-session');
  });
});
