import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { LeadStore } from '../src/proxy/store/create-store.ts';
import { runChild } from '../test/support/child-process.ts';
import { startPostgres, type TestPostgres } from '../test/support/postgres.ts';
import { type CommandOptions, startCommand } from './intake/command.ts';
import { runSteadyLoad } from './intake/load.ts';
import { addLoad, connectionCount, cpuMsOf, intakeColumns, runFullLoad } from './intake/measured-load.ts';
import { bareHandler } from './intake/row-names.ts';
import { perSecond } from './intake/steady.ts';
import { fillStore, openStoreAt } from './intake/stored-leads.ts';
import { type Subject, startServer, stopSubjects } from './intake/subject.ts';
import { atLeast, atMost, inRounds, type Measured, type MeasureOptions, type Section } from './report.ts';
import { Samples } from './samples.ts';

/** Intake on Postgres, and delivery, with one proxy and with several that share a database. */
export const scale: Section = { name: 'scale', title: 'Proxy: Postgres, delivery and scale-out', measure };

const proxyCounts = [1, 2, 4];
/** `delivery.concurrency` that docs/scaling.md recommends for many leads. */
const concurrency = 32;
const onSqlite = 'one proxy on SQLite';
const deliveryColumns = [
  { name: 'leads per second', unit: '' },
  { name: 'CPU per lead', unit: 'µs' },
];

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  const rounds = isQuick ? 1 : 5;
  const seconds = isQuick ? 2 : 5;
  const steadySeconds = isQuick ? 3 : 10;
  const leadCount = isQuick ? 300 : 2_000;
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  const log = openSync(join(folder, 'log'), 'w');
  const postgres = await startPostgres();
  const service = runChild('test/support/fake-service-process.ts');
  const intake = new Samples();
  const delivery = new Samples();
  const steady = new Samples();
  try {
    const { url } = z.object({ url: z.string() }).parse(await service.ready);
    for (let round = 0; round < rounds; round++) {
      await measureFloor(intake, postgres, seconds, log);
      for (const count of proxyCounts) await measureIntake(intake, await postgres.createDatabase(), count, seconds);
      const file = `sqlite:${join(folder, `${round}.db`)}`;
      await measureDelivery(delivery, onSqlite, { store: file, count: 1, service: url, leadCount });
      for (const count of proxyCounts) {
        const store = await postgres.createDatabase();
        // As many for each process: V8 compiles the same code in every one, for its first hundreds of leads.
        await measureDelivery(delivery, nameOf(count), { store, count, service: url, leadCount: count * leadCount });
        await measureSteadyProxies(steady, await postgres.createDatabase(), count, url, steadySeconds);
      }
    }
  } finally {
    await stopSubjects();
    service.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
  const deliveredPerSecond = (name: string) => delivery.median(name, 'leads per second');
  const fourToOne = (samples: Samples) => {
    const cpu = (count: number) => samples.median(nameOf(count), 'CPU per lead') ?? Number.NaN;
    return cpu(4) / cpu(1);
  };
  return {
    method: `${inRounds(rounds)}. Every proxy is \`leadchat serve\` of the build, started as deploy/leadchat.service does, with limits and log. Intake: ${connectionCount} connections for ${seconds} s, spread over the proxies, nothing delivered. Delivery: ${leadCount.toLocaleString('en')} stored leads per proxy with one tag to a service that responds at once, ${concurrency} at a time per proxy (\`delivery.concurrency\`). At ${perSecond} leads a second, over the proxies in turn, each lead is delivered as it comes, ${steadySeconds} s after a warm-up. Proxies, Postgres, service and load share the machine, so the figures of several proxies show what they cost rather than what they could do on machines of their own. CPU is that of the proxies.`,
    tables: [
      intake.toTable('Intake on Postgres', intakeColumns),
      delivery.toTable('Delivery', deliveryColumns),
      steady.toTable(`${perSecond} leads a second, from intake to delivery`, intakeColumns),
    ],
    goals: [
      atLeast(800, 'delivery on SQLite, a second', deliveredPerSecond(onSqlite), ''),
      atLeast(800, 'delivery on Postgres, a second', deliveredPerSecond(nameOf(1)), ''),
      atMost(1.3, 'CPU of a delivered lead with four proxies, relative to one', fourToOne(delivery), '×'),
      atMost(1.3, `CPU of a lead at ${perSecond} a second with four proxies, relative to one`, fourToOne(steady), '×'),
    ],
  };
}

function nameOf(count: number): string {
  return count === 1 ? 'one proxy on Postgres' : `${count} proxies on one Postgres`;
}

async function measureFloor(samples: Samples, postgres: TestPostgres, seconds: number, log: number): Promise<void> {
  const subject = await startServer('bench/intake/floor.ts', [await postgres.createDatabase()], log);
  await measureLoad(samples, bareHandler, [subject], seconds);
}

async function measureIntake(samples: Samples, store: string, count: number, seconds: number): Promise<void> {
  await measureLoad(samples, nameOf(count), await startProxies(count, { store }), seconds);
}

/** The same rate for any number of proxies: they are not busy, so that a lead costs what it costs. */
async function measureSteadyProxies(samples: Samples, store: string, count: number, service: string, seconds: number) {
  const proxies = await startProxies(count, { store, service });
  const ports = proxies.map(({ port }) => port);
  // As many leads for each process; see above.
  await runSteadyLoad({ ports, perSecond, seconds: 0.5 * count * seconds });
  await addLoad(samples, nameOf(count), proxies, () => runSteadyLoad({ ports, perSecond, seconds }));
  await Promise.all(proxies.map((proxy) => proxy.stop()));
}

/** After a warm-up of a second; stops the servers. */
async function measureLoad(samples: Samples, name: string, subjects: readonly Subject[], seconds: number) {
  await runFullLoad(subjects, { seconds: 1 });
  await addLoad(samples, name, subjects, () => runFullLoad(subjects, { seconds }));
  await Promise.all(subjects.map((subject) => subject.stop()));
}

type DeliveryRun = { store: string; count: number; service: string; leadCount: number };

async function measureDelivery(samples: Samples, name: string, run: DeliveryRun): Promise<void> {
  const store = await openStoreAt(run.store);
  await fillStore(store, run.leadCount);
  // The first half is a warm-up.
  const proxies = await startProxies(run.count, { store: run.store, service: run.service, concurrency });
  await untilDelivered(store, 0.5 * run.leadCount);
  const cpuBefore = await cpuMsOf(proxies);
  const [start, startCount] = [performance.now(), (await store.counts()).delivered];
  await untilDelivered(store, run.leadCount);
  const delivered = run.leadCount - startCount;
  samples.add(name, 'leads per second', (delivered * 1000) / (performance.now() - start));
  samples.add(name, 'CPU per lead', (((await cpuMsOf(proxies)) - cpuBefore) * 1000) / delivered);
  await Promise.all(proxies.map((proxy) => proxy.stop()));
  await store.close();
}

function startProxies(count: number, options: CommandOptions): Promise<Subject[]> {
  return Promise.all(Array.from({ length: count }, () => startCommand(options)));
}

/** Waits until `count` leads are delivered. */
async function untilDelivered(store: LeadStore, count: number): Promise<void> {
  while ((await store.counts()).delivered < count) await wait(20);
}
