import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { adminFunnel } from '../../../src/protocol/admin/funnel.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { StoreError } from '../../../src/proxy/store/store-error.ts';
import { until } from '../../support/until.ts';
import { type Harness, ids, leadHeaders, noLimits, startHarness, takeTimers } from '../support/harness.ts';

const adminToken = 'a-token-for-operators';
const report = {
  form: 'default',
  page: '/prices',
  stages: ['teaser', 'opened', 'form-started'],
  lastField: 'email',
  problems: ['phone'],
};
const funnelOf = async ({ get }: Harness, query = '') =>
  adminFunnel.parse(await (await get(`/admin/api/funnel${query}`, { authorization: `Bearer ${adminToken}` })).json());

it('counts what a page reports, as JSON or as the plain text of a page that is left', async () => {
  const harness = await startHarness({ adminToken });
  const response = await harness.post('/funnel', report);
  expect([response.status, await response.text()]).toEqual([204, '']);
  // Else the console of the page would have an error for each report of a page that stays open.
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(response.headers.get('access-control-allow-origin')).toBe('https://www.example.com');
  const text = { 'content-type': 'text/plain;charset=UTF-8' };
  expect((await harness.post('/funnel', { ...report, stages: ['opened'] }, text)).status).toBe(204);
  const { total, rows } = await funnelOf(harness, '?by=page');
  expect(total.visits).toEqual({
    ...{ teaser: 1, opened: 2, 'form-started': 1, 'form-sent': 0, accepted: 0, message: 0, answered: 0 },
  });
  expect(rows.map(({ name, visits }) => [name, visits.opened])).toEqual([['/prices', 2]]);
  expect((await funnelOf(harness, '?by=field')).fields).toEqual([
    { form: 'default', name: 'email', last: 2, stopped: 2, problems: 0 },
    { form: 'default', name: 'phone', last: 0, stopped: 0, problems: 2 },
  ]);
});

it('stores by itself what was counted, some seconds later', async () => {
  const { post, store } = await startHarness();
  const pass = takeTimers();
  await post('/funnel', report);
  const query = { from: 0, to: Number.MAX_SAFE_INTEGER, dimension: 'page', by: 'value' } as const;
  expect(await store.readFunnel(query)).toEqual([]);
  const counted = async () => {
    await pass(1_000);
    return (await store.readFunnel(query)).length;
  };
  await expect.poll(counted).toBeGreaterThan(0);
});

// It was stored last: whatever killed the proxy in the twenty seconds of a stop took it along.
it('stores what was counted as soon as it stops, while requests are in flight', async () => {
  const { post, proxy, store } = await startHarness();
  await post('/funnel', report);
  const requests = Promise.withResolvers<void>();
  const stopped = proxy.stop(requests.promise);
  const query = { from: 0, to: Number.MAX_SAFE_INTEGER, dimension: 'page', by: 'value' } as const;
  await until('it is stored', async () => (await store.readFunnel(query)).length > 0, 15_000);
  requests.resolve();
  await stopped;
});

// Quarters of an hour: with counters per hour, India's first half hour of a day was counted on the day before.
it.each([
  ['Asia/Kolkata', '2026-11-22T19:10:00.000Z', '2026-11-23'],
  ['Asia/Kolkata', '2026-11-22T18:20:00.000Z', '2026-11-22'],
  ['Asia/Kathmandu', '2026-11-22T18:20:00.000Z', '2026-11-23'],
  ['Australia/Adelaide', '2026-11-22T13:40:00.000Z', '2026-11-23'],
  ['America/St_Johns', '2026-11-23T03:20:00.000Z', '2026-11-22'],
])('counts by days of %s: what happened at %s on %s', async (zone, time, day) => {
  const harness = await startHarness({ adminToken }, { now: () => Date.parse(time) });
  await harness.post('/funnel', report);
  const { rows } = await funnelOf(harness, `?by=day&zone=${zone}&from=2026-11-21&to=2026-11-25`);
  expect(rows.filter(({ visits }) => visits.opened > 0).map(({ name }) => name)).toEqual([day]);
});

// Six such reports took all places of a day, and the tab drew a table for each.
it('counts what the configuration names apart, however many names browsers invent, and shows a bounded number', async () => {
  const experiments = [{ name: 'greeting', variants: [{ name: 'short' }, { name: 'long' }] }];
  const widget = { experiments, pages: [{ url: '/prices', title: 'Prices' }] };
  let day = 0;
  const now = () => Date.parse('2026-11-02T12:00:00Z') + day * 86_400_000;
  const harness = await startHarness({ adminToken, widget, limits: noLimits }, { now });
  for (; day < 5; day++) {
    for (let index = 0; index < 120; index++) {
      const names = Array.from({ length: 20 }, (_, name) => [`invented-${day}-${index}-${name}`, 'x']);
      const body = { ...report, page: `/invented/${day}/${index}`, variants: Object.fromEntries(names) };
      expect((await harness.post('/funnel', body)).status).toBe(204);
    }
    await harness.post('/funnel', { ...report, variants: { greeting: 'long' } });
  }
  const range = `from=2026-11-01&to=2026-11-10`;
  const variants = (await funnelOf(harness, `?by=variant&${range}`)).rows;
  expect(variants).toContainEqual(expect.objectContaining({ experiment: 'greeting', name: 'long' }));
  expect(variants.find(({ experiment }) => experiment === 'greeting')?.visits.opened).toBe(5);
  expect(variants.length).toBeLessThanOrEqual(60);
  const pages = (await funnelOf(harness, `?by=page&${range}`)).rows;
  expect(pages.find(({ name }) => name === '/prices')?.visits.opened).toBe(5);
  expect(pages.length).toBeLessThanOrEqual(210);
});

it('refuses what it does not count, and says why', async () => {
  const { post } = await startHarness();
  const issuesOf = async (body: unknown) => {
    const response = await post('/funnel', body);
    const { code, issues } = await response.json();
    return [response.status, code, issues?.[0]?.path, issues?.[0]?.message];
  };
  const pathOnly = 'must be a path without query and hash, such as /prices';
  expect(await issuesOf({ ...report, page: '/prices?q=1' })).toEqual([400, 'bad-request', 'page', pathOnly]);
  expect(await issuesOf({ ...report, page: '/prices#top' })).toEqual([400, 'bad-request', 'page', pathOnly]);
  expect(await issuesOf({ ...report, page: 'https://www.example.com/' })).toEqual([
    ...[400, 'bad-request', 'page', pathOnly],
  ]);
  expect((await issuesOf({ ...report, stages: ['opened', 'bought'] })).slice(0, 3)).toEqual([
    ...[400, 'bad-request', 'stages.1'],
  ]);
  expect((await issuesOf({ ...report, visitor: 'ada' })).slice(0, 3)).toEqual([400, 'bad-request', 'visitor']);
  expect((await issuesOf({ ...report, form: 'contact' })).slice(0, 2)).toEqual([404, 'unknown-form']);
  expect((await issuesOf({ ...report, page: `/${'x'.repeat(1_100)}` })).slice(0, 2)).toEqual([413, 'too-large']);
  const otherPage = await post('/funnel', report, { origin: 'https://other.example.com' });
  expect(otherPage.status).toBe(403);
});

it('limits the reports of one address', async () => {
  const { post } = await startHarness({
    limits: { ...noLimits, leadsPerIp: { points: 5, seconds: 600 }, reportsPerIp: { points: 2, seconds: 600 } },
  });
  const statuses: number[] = [];
  for (let visit = 0; visit < 3; visit++) statuses.push((await post('/funnel', report)).status);
  expect(statuses).toEqual([204, 204, 429]);
  expect((await post('/funnel', report, {}, '198.51.100.7')).status).toBe(204);
});

it('joins what it knows itself: a held lead is accepted and held', async () => {
  const { callback, ...form } = { callback: { agent: ids.agent }, tags: [] };
  const harness = await startHarness({ adminToken, forms: { default: { ...form, callback } }, minFillMs: 1500 });
  const lead = {
    form: 'default',
    fields: { phone: '+14155552671' },
    page: { url: 'https://www.example.com/prices?utm_source=x' },
    website: '',
    elapsedMs: 5_000,
  };
  const key = leadHeaders();
  await harness.post('/leads', { ...lead, callback: true }, key);
  await harness.post('/leads', { ...lead, callback: true }, key);
  await harness.post('/leads', { ...lead, elapsedMs: 10 }, leadHeaders());
  const { rows, total } = await funnelOf(harness, '?by=page');
  const leads = { accepted: 2, held: 1, delivered: 0, 'call-requested': 1, 'call-answered': 0 };
  expect(rows).toMatchObject([{ name: '/prices', leads }]);
  expect(total.leads).toEqual(leads);
  const metrics = await (await harness.get('/metrics')).text();
  expect(metrics).toContain('leadchat_funnel_total{form="default",stage="held"} 1');
});

it('counts the calls that its list has: refused ones, too, and a repeated request once', async () => {
  const harness = await startHarness({
    adminToken,
    forms: { default: { callback: { agent: ids.agent } }, contact: {} },
  });
  const lead = { fields: { phone: '+14155552671' }, website: '', elapsedMs: 5_000, callback: true };
  const accepted = await harness.post('/leads', { ...lead, form: 'default' }, leadHeaders());
  const refused = await harness.post('/leads', { ...lead, form: 'contact' }, leadHeaders());
  expect([accepted.status, refused.status]).toEqual([202, 202]);
  const { lead: id, token } = await accepted.json();
  const at = new Date(Date.now() + 3_600_000).toISOString();
  await harness.post('/calls', { lead: id, token, at });
  await harness.post('/calls', { lead: id, token, at });
  const { total } = await funnelOf(harness);
  const response = await harness.get('/admin/api/calls', { authorization: `Bearer ${adminToken}` });
  const { calls } = await response.json();
  expect(calls.map(({ state }: { state: string }) => state).toSorted()).toEqual(['planned', 'refused', 'waiting']);
  expect(total.leads['call-requested']).toBe(calls.length);
});

it('says what the visitors of a variant read', async () => {
  const widget = {
    experiments: [
      {
        name: 'greeting',
        variants: [
          { name: 'asks', triggers: [{ type: 'delay', seconds: 1, text: { de: 'Fragen?', en: 'Questions?' } }] },
          { name: 'plain' },
        ],
      },
    ],
    pages: [{ url: '/jobs', experiments: [{ name: 'words', variants: [{ name: 'short', launcherText: 'Jobs?' }] }] }],
  };
  const harness = await startHarness({ adminToken, widget });
  for (const variants of [{ greeting: 'asks' }, { greeting: 'plain' }, { greeting: 'gone' }, { words: 'short' }]) {
    await harness.post('/funnel', { ...report, variants });
  }
  const { rows } = await funnelOf(harness, '?by=variant');
  expect(Object.fromEntries(rows.map(({ name, text }) => [name, text]))).toEqual({
    ...{ asks: 'Questions?', plain: undefined, gone: undefined, short: 'Jobs?' },
  });
});

it('divides by form, variant and day, and exports what is shown', async () => {
  const now = Date.UTC(2026, 10, 23, 23, 30);
  const harness = await startHarness({ adminToken, forms: { default: {}, contact: {} } }, { now: () => now });
  await harness.post('/funnel', { ...report, variants: { greeting: 'short' } });
  await harness.post('/funnel', { ...report, form: 'contact' });
  expect((await funnelOf(harness, '?form=contact')).rows.map(({ name }) => name)).toEqual(['contact']);
  expect((await funnelOf(harness)).rows.map(({ name }) => name)).toEqual(['contact', 'default']);
  expect((await funnelOf(harness, '?by=variant')).rows).toMatchObject([{ experiment: 'greeting', name: 'short' }]);
  const days = (await funnelOf(harness, '?by=day&zone=Europe/Berlin&from=2026-11-22')).rows;
  expect(days.map(({ name, visits }) => [name, visits.opened])).toEqual([
    ['2026-11-22', 0],
    ['2026-11-23', 0],
    ['2026-11-24', 2],
  ]);
  const csv = await harness.get('/admin/api/funnel/csv?by=variant', { authorization: `Bearer ${adminToken}` });
  expect(csv.headers.get('content-disposition')).toContain('conversion-by-variant.csv');
  expect((await csv.text()).split('\r\n')[1]).toContain('greeting,short,1,1,1,0');
});

it('refuses a time span that makes no sense, and needs the token', async () => {
  const harness = await startHarness({ adminToken });
  const authorization = { authorization: `Bearer ${adminToken}` };
  for (const query of ['?from=yesterday', '?from=2026-02-01&to=2026-01-01', '?from=2020-01-01', '?by=visitor']) {
    expect((await harness.get(`/admin/api/funnel${query}`, authorization)).status).toBe(400);
  }
  expect((await harness.get('/admin/api/funnel')).status).toBe(401);
});

it('keeps its counters over a restart, and takes leads while they cannot be stored', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-funnel-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const open = () => openSqliteStore(join(folder, 'leads.db'));
  const store = await open();
  let isDown = true;
  const first = await startHarness(
    { adminToken },
    {
      store: {
        ...store,
        addToFunnel: (counts) =>
          isDown
            ? Promise.reject(new StoreError({ code: 'unavailable', message: '[store] down for the test' }))
            : store.addToFunnel(counts),
      },
    },
  );
  await first.post('/funnel', report);
  const accepted = await first.post('/leads', { form: 'default', fields: { phone: '+14155552671' } }, leadHeaders());
  expect(accepted.status).toBe(202);
  expect((await funnelOf(first)).total.leads.accepted).toBe(0);
  isDown = false;
  await first.proxy.stop();
  const { total } = await funnelOf(await startHarness({ adminToken }, { store: await open() }));
  expect([total.visits.opened, total.leads.accepted]).toEqual([1, 1]);
});

it('says by step where visitors stop, as a list and as a file', async () => {
  const steps = [{ fields: ['email'] }, { title: 'You', fields: ['phone'] }];
  const fields = [{ name: 'email', type: 'email' }, { name: 'phone' }];
  const harness = await startHarness({ adminToken, forms: { default: { fields, steps } } });
  await harness.post('/funnel', { ...report, lastStep: 1 });
  await harness.post('/funnel', { ...report, lastStep: 2 });
  await harness.post('/funnel', { ...report, stages: ['form-sent'], lastStep: 2 });
  await harness.post('/funnel', { ...report, lastStep: 3 });
  expect((await funnelOf(harness, '?by=step')).steps).toEqual([
    { form: 'default', step: 1, last: 1, stopped: 1 },
    { form: 'default', step: 2, last: 2, stopped: 1 },
  ]);
  const csv = await harness.get('/admin/api/funnel/csv?by=step', { authorization: `Bearer ${adminToken}` });
  expect(await csv.text()).toContain('default,2,2,1');
});
