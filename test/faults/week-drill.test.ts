import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { prepareRehearsal, serveProxy } from '../cli/served-proxy.ts';
import { ids } from '../proxy/support/harness.ts';
import { secret, startReceiver } from '../proxy/webhooks/receiver.ts';
import { isLong, isSample, recordFigure } from '../support/figures.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const killCount = isSample ? 3 : 5;
/** They never pause, so each keeps two proxies busy. */
const clientCount = isSample ? 3 : 8;
/** Accepted between two kills. */
const leadsPerKill = isLong ? 400 : isSample ? 20 : 40;

const unknownLeads = z.object({
  leads: z.array(
    z.object({
      lead: z.string(),
      phone: z.string(),
      steps: z.array(z.object({ step: z.string(), name: z.string().optional(), state: z.string() })),
    }),
  ),
});

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

it(`D7: two proxies on one Postgres, killed ${killCount} times under load with calls and webhooks, lose and repeat nothing`, async ({
  task,
}) => {
  const receiver = await startReceiver();
  const { config, service } = await prepareRehearsal(await postgres.createDatabase(), {
    forms: {
      default: { journey: { id: ids.journey }, tags: ['website'], callback: { agent: ids.agent, countries: ['US'] } },
    },
    webhooks: [{ name: 'crm', url: receiver.url, secret, events: ['lead.accepted', 'lead.delivered', 'call.ended'] }],
  });
  const proxies = [await serveProxy(config), await serveProxy(config)];

  /** Phones whose lead got 202, and those of them that asked for a call. */
  const accepted = new Set<string>();
  const calling = new Set<string>();
  let next = 0;
  let isOver = false;
  /** A browser: it sends a lead again, with the same key, until a proxy accepts it. */
  const visit = async () => {
    while (!isOver) {
      const number = next++;
      const phone = `1415${String(2_000_000 + number)}`;
      const callback = number % 3 === 0;
      const key = crypto.randomUUID();
      await until('the lead is accepted', async () => {
        const proxy = proxies[Math.floor(Math.random() * proxies.length)];
        const status = await proxy?.sendLead(`+${phone}`, key, { callback }).catch(() => undefined);
        if (status !== undefined && status !== 503) expect(status).toBe(202);
        return status === 202;
      });
      accepted.add(phone);
      if (callback) calling.add(phone);
    }
  };
  const clients = Array.from({ length: clientCount }, visit);

  for (let kill = 0; kill < killCount; kill++) {
    const goal = accepted.size + leadsPerKill;
    await until('enough leads are accepted', () => accepted.size >= goal, 60_000, 20);
    const index = kill % proxies.length;
    const killed = proxies[index];
    if (killed?.pid === undefined) throw new Error('there is no process to kill');
    process.kill(killed.pid, 'SIGKILL');
    await killed.stop();
    proxies[index] = await serveProxy(config);
  }
  isOver = true;
  await Promise.all(clients);
  const [proxy] = proxies;
  if (proxy === undefined) throw new Error('there is no proxy');
  await until('no lead waits', async () => (await proxy.counts()).pending === 0, 120_000, 100);

  // What a kill interrupted waits for a person, who looks into the workspace: what happened is resolved, the rest is replayed.
  const happened = (kind: string, phone: string) => {
    const { enrolments, calls } = service.ledger();
    return (kind === 'call' ? calls : enrolments).some((found) => found.phone === phone);
  };
  const { leads } = unknownLeads.parse(await proxy.admin('leads?state=unknown&limit=200'));
  for (const { lead, phone, steps } of leads) {
    const unknown = steps.filter(({ state }) => state === 'unknown');
    for (const { step, name } of unknown) {
      if (step === 'call' && happened(step, phone)) await proxy.admin(`calls/${name}/end`, { outcome: 'done' });
    }
    const open = unknown.filter(({ step }) => step !== 'call' || !happened(step, phone));
    if (open.length === 0) continue;
    const isDone = open.every(({ step }) => happened(step, phone));
    await proxy.admin(`leads/${lead}/${isDone ? 'resolve' : 'replay'}`, {});
  }
  await until('all are delivered', async () => (await proxy.counts()).delivered === accepted.size, 120_000, 100);
  const { enrolments, calls } = service.ledger();
  const enrolled = enrolments.map(({ phone }) => phone);
  const called = calls.map(({ phone }) => phone);
  const lost = [...accepted].filter((phone) => !enrolled.includes(phone));
  const deliveredTo = () =>
    new Set(receiver.events.flatMap(({ event }) => (event.type === 'lead.delivered' ? [event.data.phone] : [])));
  await until('the receiver knows all of them', () => deliveredTo().size === accepted.size, 120_000, 100);
  const twice = (phones: readonly string[]) => phones.length - new Set(phones).size;
  expect({ lost, enrolledTwice: twice(enrolled), calledTwice: twice(called) }).toEqual({
    lost: [],
    enrolledTwice: 0,
    calledTwice: 0,
  });
  expect(await proxy.metrics()).toContain('leadchat_calls{state="unknown"} 0');
  expect(await proxy.counts()).toMatchObject({ delivered: accepted.size, unknown: 0, dead: 0, pending: 0 });
  recordFigure(task, {
    did: `leads, a third with a call, with ${killCount} kills of two proxies on Postgres`,
    times: accepted.size,
    found: `lost 0, enrolled twice 0, called twice 0; ${leads.length} waited for a decision, ${called.length} of ${calling.size} calls were placed in time, ${receiver.events.length} webhooks reported all leads`,
  });
}, 600_000);
