import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { prepareRehearsal, serveProxy } from '../cli/served-proxy.ts';
import { secret, startReceiver } from '../proxy/webhooks/receiver.ts';
import { recordFigure } from '../support/figures.ts';
import { until } from '../support/until.ts';

const leadCount = 6;
const overview = z.object({
  webhooks: z.record(z.string(), z.number()),
  orphanedWebhooks: z.number().optional(),
});

it('D6: a receiver that moves loses no webhook, and one that is gone leaves no alert', async ({ task }) => {
  const [first, second] = [await startReceiver(), await startReceiver()];
  const { config } = await prepareRehearsal('leads.db');
  const settings: object = JSON.parse(await readFile(config, 'utf8'));
  let phones = 14155552000;
  /** The proxy after a restart with these receivers, which get `lead.accepted`. */
  const restart = async (earlier: { stop(): Promise<unknown> } | undefined, receivers: object[]) => {
    await earlier?.stop();
    const webhooks = receivers.map((receiver) => ({ secret, events: ['lead.accepted'], ...receiver }));
    await writeFile(config, JSON.stringify({ ...settings, webhooks }));
    return serveProxy(config);
  };
  const send = async ({ sendLead }: Awaited<ReturnType<typeof serveProxy>>) => {
    for (let lead = 0; lead < leadCount; lead++) expect(await sendLead(`+${++phones}`)).toBe(202);
  };
  const figures = async ({ admin }: Awaited<ReturnType<typeof serveProxy>>) => overview.parse(await admin('overview'));

  // Its address is refused, gets a name, and changes.
  first.respond((response) => response.writeHead(500).end());
  let proxy = await restart(undefined, [{ url: first.url }]);
  await send(proxy);
  await until('it was tried', () => first.requestCount() > 0);
  proxy = await restart(proxy, [{ name: 'chat', url: first.url }]);
  proxy = await restart(proxy, [{ name: 'chat', url: second.url }]);
  await proxy.admin('webhooks/send-pending', {});
  await until('all arrive at the new address', () => second.events.length >= leadCount, 60_000, 50);
  expect(new Set(second.events.map(({ event }) => event.data.lead)).size).toBe(leadCount);

  // It is gone for good, and removed.
  second.respond((response) => response.writeHead(410).end());
  await send(proxy);
  await until('all are dead', async () => (await figures(proxy)).webhooks.dead === leadCount, 60_000, 50);
  second.respond((response) => response.writeHead(500).end());
  const attempts = second.requestCount();
  await send(proxy);
  await until('others wait', () => second.requestCount() > attempts);
  proxy = await restart(proxy, []);
  expect(await proxy.admin('webhooks/replay-dead', {})).toMatchObject({ code: 'wrong-state', unchanged: leadCount });
  expect(await figures(proxy)).toMatchObject({ orphanedWebhooks: leadCount, webhooks: { dead: leadCount } });
  expect(await proxy.admin('webhooks/dismiss-dead', {})).toEqual({ status: 'success', changed: leadCount });
  expect(await proxy.admin('webhooks/dismiss-orphaned', {})).toEqual({ status: 'success', changed: leadCount });
  const metrics = await proxy.metrics();
  expect(metrics).toContain('leadchat_webhooks{state="dead"} 0');
  expect(metrics).toContain('leadchat_webhooks{state="pending"} 0');
  expect(metrics).toContain('leadchat_webhooks_oldest_pending_seconds 0');
  recordFigure(task, {
    did: 'webhooks for a receiver that moves, and for one that is gone and removed',
    times: 3 * leadCount,
    found: `${leadCount} that waited arrived at the new address, each once; ${leadCount} dead and ${leadCount} waiting ones were dismissed, and none is left for an alert`,
  });
});
