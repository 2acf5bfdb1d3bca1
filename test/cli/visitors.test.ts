import { expect, it } from 'vitest';
import { defaultSeed, playVisitors } from '../../src/cli/visitors.ts';
import { funnelReport, leadRequest } from '../../src/protocol/index.ts';
import { startHarness } from '../proxy/support/harness.ts';

const site = 'https://www.example.com';

async function play(seed: number) {
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
  const { done } = playVisitors({ proxy: 'http://proxy', site, seed, count: 100, fetch: respond });
  const line = await done;
  const authorization = { authorization: `Bearer ${adminToken}` };
  const { total } = await (await harness.get('/admin/api/funnel', authorization)).json();
  return { line, requests: requests.toSorted(), total };
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

it('says so when the proxy stops meanwhile', async () => {
  const visitors = playVisitors({
    proxy: 'http://proxy',
    site,
    seed: 1,
    fetch: () => Promise.reject(new Error('no proxy')),
  });
  expect(await visitors.done).toBe('Only 0 of 600 visitors were here (seed 1): Error: no proxy');
});
