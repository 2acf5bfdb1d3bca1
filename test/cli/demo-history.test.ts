import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { sandboxConfig } from '../../src/cli/demo-config.ts';
import { createDemoClock, playHistory } from '../../src/cli/demo-history.ts';
import { parseConfig, startProxyServer } from '../../src/proxy/index.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { isSample } from '../support/figures.ts';

const adminToken = 'a-token-for-operators';

async function startDemo(count: number) {
  const clock = createDemoClock();
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-history-'));
  const sandbox = await createSandbox({ clock });
  onTestFinished(async () => {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const form = { callback: { agent: sandbox.ids.agent, countries: ['US'] } };
  const site = 'http://localhost:4999';
  const parsed = parseConfig(
    {
      ...sandboxConfig(sandbox),
      origins: [site],
      store: `sqlite:${join(folder, 'leads.db')}`,
      forms: {
        default: form,
        estimate: { ...form, fields: [{ name: 'first_name' }, { name: 'treatment' }, { name: 'since' }] },
      },
      limits: { leadsPerIp: false, leadsPerIpPerDay: false, leadsPerPhone: false, callsPerIp: false },
      minFillMs: 0,
      adminToken,
      logLevel: 'silent',
    },
    { dev: true },
  );
  if (!parsed.ok) throw new Error(parsed.issues.join('\n'));
  const line = await playHistory({ config: parsed.config, adminToken, clock, site, seed: 2026, count });
  const proxy = await startProxyServer(parsed.config, { port: 0, host: '127.0.0.1' });
  onTestFinished(() => proxy.stop());
  const read = async (path: string) =>
    (await fetch(`${proxy.url}/admin/api/${path}`, { headers: { authorization: `Bearer ${adminToken}` } })).json();
  return { line, clock, read };
}

it('fills the store with visitors of the last week, whose leads and calls have ended by now', async () => {
  const count = isSample ? 150 : 450;
  const { line, clock, read } = await startDemo(count);
  expect(line).toBe(
    `${count} visitors were here in the last 7 days (seed 2026): see the tab "Conversion" of the dashboard.`,
  );
  // The clock is the system's again.
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(10_000);
  const { rows, total } = await read('funnel?by=day');
  expect(total.visits.opened).toBe(count);
  expect(rows.filter((day: { visits: { opened: number } }) => day.visits.opened > 0).length).toBeGreaterThan(3);
  const days = rows.map((day: { leads: { accepted: number; held: number; delivered: number } }) => day.leads);
  // Delivered and held leads count on the day on which they were accepted.
  for (const { accepted, held, delivered } of days) expect(held + delivered).toBe(accepted);
  // The proxy asks for the outcome of calls when it starts.
  await expect.poll(async () => (await read('calls?state=completed')).calls.length).toBeGreaterThan(0);
  const { calls } = await read('calls?limit=200');
  await expect
    .poll(async () => (await read('funnel')).total.leads)
    .toMatchObject({ 'call-requested': calls.length, accepted: total.visits.accepted });
  const { leads } = await read('leads');
  for (const { acceptedAt, endedAt, state } of leads) {
    if (state === 'delivered') expect(Date.parse(endedAt) - Date.parse(acceptedAt)).toBeLessThan(60_000);
  }
}, 300_000);
