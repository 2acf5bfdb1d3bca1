import { expect, it } from 'vitest';
import * as z from 'zod';
import { clockAhead, prepareRehearsal, serveProxy } from '../cli/served-proxy.ts';
import { ids } from '../proxy/support/harness.ts';
import { recordFigure } from '../support/figures.ts';
import { until } from '../support/until.ts';

const leadCount = 8;
const expireSeconds = 10;
const listed = z.object({ leads: z.array(z.object({ phone: z.string(), isCallMissed: z.boolean().optional() })) });

// 35 visitors were not called, their leads were delivered, and nothing said so.
it('D5: an outage with calls says who was not called, and a replay calls each of them once', async ({ task }) => {
  const callback = { agent: ids.agent, countries: ['US'] };
  const { config, service } = await prepareRehearsal('leads.db', {
    forms: { default: { journey: { id: ids.journey }, callback } },
    calls: { expireSeconds },
  });
  service.fail('any', { kind: 'status', status: 503 }, Number.POSITIVE_INFINITY);
  const before = await serveProxy(config);
  for (let lead = 0; lead < leadCount; lead++) {
    expect(await before.sendLead(`+1415555267${lead}`, crypto.randomUUID(), { callback: true })).toBe(202);
  }
  // Somebody who asked for no call.
  expect(await before.sendLead('+14155552680')).toBe(202);
  service.heal();
  // A proxy that runs looks after the service every thirty seconds, one that starts at once: when every call is too late.
  await before.stop();
  const proxy = await serveProxy(config, [], clockAhead((expireSeconds + 1) * 1000));
  await until('all are delivered', async () => (await proxy.counts()).delivered === leadCount + 1, 180_000, 100);
  expect(service.ledger().calls).toEqual([]);
  // The log comes through a pipe, and may be read later than the store.
  const expired = () => proxy.log().filter(({ msg }) => msg === 'call-expired');
  await until('the log says who was not called', () => expired().length >= leadCount, 60_000, 100);
  expect(expired()).toHaveLength(leadCount);
  expect(await proxy.metrics()).toContain(`leadchat_calls_expired_total ${leadCount}`);
  const { leads } = listed.parse(await proxy.admin('leads'));
  expect(leads.filter(({ isCallMissed }) => isCallMissed === true)).toHaveLength(leadCount);

  const replay = { action: 'replay', filter: { state: 'delivered' } };
  expect(await proxy.admin('leads/bulk', replay)).toEqual({ status: 'success', changed: leadCount, unchanged: 1 });
  await until('each is called', () => service.ledger().calls.length === leadCount, 60_000, 100);
  await until('all are delivered again', async () => (await proxy.counts()).delivered === leadCount + 1, 60_000, 100);
  const called = service.ledger().calls.map(({ phone }) => phone);
  const enrolled = service.ledger().enrolments.map(({ phone }) => phone);
  expect(new Set(called).size).toBe(leadCount);
  expect([...new Set(enrolled)]).toHaveLength(enrolled.length);
  recordFigure(task, {
    did: 'leads with a call, while the service fails until each call is too late',
    times: leadCount,
    found: `log, metric and list name ${leadCount} visitors who were not called; after a replay each was called once, and enrolled once`,
  });
}, 400_000);
