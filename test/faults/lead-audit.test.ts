import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { openSqliteStore } from '../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { startLoadedProxy } from '../proxy/defences/start-loaded-proxy.ts';
import { createVisitor } from '../proxy/defences/visitors.ts';
import { runChild } from '../support/child-process.ts';
import { isFullSize, isLong, recordFigure } from '../support/figures.ts';
import { until } from '../support/until.ts';

const count = isFullSize ? 100_000 : isLong ? 5000 : 500;
const visitorsAtOnce = 20;
const deliveriesAtOnce = 32;
const timeout = 60_000 + count * 60;
const record = z.object({
  leads: z.array(z.object({ lead_id: z.string(), phone: z.string(), email: z.string(), tags: z.array(z.string()) })),
});

it(`R1: ${count} accepted leads are found one by one in the database and in the service`, { timeout }, async ({
  annotate,
  task,
}) => {
  const service = runChild('test/support/fake-service-process.ts');
  onTestFinished(() => service.kill('SIGKILL'));
  const { url } = z.object({ url: z.string() }).parse(await service.ready);
  const proxy = await startLoadedProxy({ service: url, deliveriesAtOnce });

  /** The clients' record: the id that was acknowledged for each phone. */
  const acknowledged = new Map<string, string>();
  let next = 0;
  const visit = async () => {
    while (next < count) {
      const phone = `+1415${2_010_000 + next++}`;
      const visitor = createVisitor(proxy.port, phone, { email: emailOf(phone) });
      const key = crypto.randomUUID();
      for (let response = await visitor.sendLead(key); ; response = await visitor.sendLead(key)) {
        if (response.lead !== undefined) acknowledged.set(phone, response.lead);
        if (response.status === 202) break;
        expect(response.status).toBe(503);
      }
      visitor.leave();
      if (acknowledged.size % 10_000 === 0) await annotate(`${acknowledged.size} leads accepted`);
    }
  };
  await Promise.all(Array.from({ length: visitorsAtOnce }, visit));
  expect(acknowledged.size).toBe(count);

  const store = await openSqliteStore(proxy.file, { minFreeBytes: 0 });
  onTestFinished(() => store.close());
  const isDelivered = async () => (await store.counts()).pending === 0;
  await until('all leads are delivered', isDelivered, timeout, isFullSize ? 2_000 : 20);
  if (isFullSize) await annotate('all are delivered');
  const response = await fetch(`${url}/ledger`);
  const { leads } = record.parse(await response.json());
  const inService = new Map(leads.map((lead) => [lead.phone, lead]));
  const lost: string[] = [];
  for (const [phone, id] of acknowledged) {
    const digits = phone.slice(1);
    const stored = await store.find(id);
    const found = inService.get(digits);
    const isWhole = found?.email === emailOf(phone) && found.tags.join() === 'web_lead';
    if (stored?.phone !== digits || stored.state !== 'delivered' || !isWhole) lost.push(phone);
  }
  expect(lost).toEqual([]);
  expect(leads).toHaveLength(count);
  recordFigure(task, {
    did: `leads from ${visitorsAtOnce} visitors at a time, delivered to the service`,
    times: count,
    found:
      'each acknowledged id is in the database as delivered, and in the service with its e-mail and tag: 0 lost, 0 twice',
  });
});

function emailOf(phone: string): string {
  return `v${phone.slice(1)}@example.com`;
}
