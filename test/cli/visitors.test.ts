import { expect, it } from 'vitest';
import { describeComparison } from '../../src/admin/experiments.tsx';
import { defaultSeed, playVisitors } from '../../src/cli/visitors.ts';
import { type FunnelRow, funnelReport, leadRequest } from '../../src/protocol/index.ts';
import { startHarness } from '../proxy/support/harness.ts';

const site = 'https://www.example.com';

async function play(seed: number, count = 100) {
  const adminToken = 'a-token-for-operators';
  const harness = await startHarness({ adminToken });
  const requests: string[] = [];
  const respond: typeof fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    const body = String(init?.body);
    requests.push(`${path} ${body}`);
    (path === '/leads' ? leadRequest : funnelReport).parse(JSON.parse(body));
    return harness.post(path, body, Object.fromEntries(new Headers(init?.headers)));
  };
  const { done } = playVisitors({ proxy: 'http://proxy', site, seed, count, fetch: respond });
  const line = await done;
  const authorization = { authorization: `Bearer ${adminToken}` };
  const { total } = await (await harness.get('/admin/api/funnel', authorization)).json();
  const { rows } = await (await harness.get('/admin/api/funnel?by=variant', authorization)).json();
  return { line, requests: requests.toSorted(), total, rows };
}

it('plays visitors over the routes of the proxy, the same ones for the same seed', async () => {
  const { line, requests, total } = await play(defaultSeed);
  expect(line).toBe('100 visitors were here (seed 2026): see the tab "Conversion" of the dashboard.');
  expect(total.visits.opened).toBe(100);
  expect(total.leads.accepted).toBeGreaterThan(10);
  expect(total.leads.accepted).toBe(total.visits.accepted);
  expect((await play(defaultSeed)).requests).toEqual(requests);
  expect((await play(1)).requests).not.toEqual(requests);
});

it('shows with its usual visitors which of the two greetings is better, and that this is hardly chance', async () => {
  const { rows } = await play(defaultSeed, 600);
  const variants = rows.map(({ name, visits, leads }: FunnelRow) => ({
    name,
    successes: leads.accepted,
    visitors: visits.opened,
  }));
  expect(variants.map(({ name }: { name: string }) => name).toSorted()).toEqual(['long', 'short']);
  expect(describeComparison(variants)).toContain('“short” is better than “long”. This is hardly chance');
});

it('says so when the proxy stops meanwhile', async () => {
  const visitors = playVisitors({
    proxy: 'http://proxy',
    site,
    seed: 1,
    fetch: () => Promise.reject(new Error('no proxy')),
  });
  expect(await visitors.done).toBe('Only 0 of 600 visitors were here (seed 1): Error: no proxy');
});
