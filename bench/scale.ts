import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { LeadStore } from '../src/proxy/store/lead-store.ts';
import { openPostgresStore } from '../src/proxy/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../src/proxy/store/sqlite/open-sqlite-store.ts';
import { runChild } from '../test/support/child-process.ts';
import { startPostgres, type TestPostgres } from '../test/support/postgres.ts';
import { startSubject } from './intake/subject.ts';
import { addIntake, cpuMsOf, intakeColumns } from './intake.ts';
import { atLeast, atMost, type Measured, type MeasureOptions, type Section } from './report.ts';
import { Samples } from './samples.ts';

/** Intake on Postgres, and delivery, with one proxy and with several that share a database. */
export const scale: Section = { name: 'scale', title: 'Proxy: Postgres, delivery and scale-out', measure };

const proxyCounts = [1, 2, 4];
const floor = 'node:http, one INSERT per request';
const onSqlite = 'one proxy on SQLite';
const deliveryColumns = [
  { name: 'leads per second', unit: '' },
  { name: 'CPU per lead', unit: 'µs' },
];

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  const rounds = isQuick ? 1 : 3;
  const seconds = isQuick ? 2 : 5;
  const leadCount = isQuick ? 300 : 2_000;
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  const postgres = await startPostgres();
  const service = runChild('test/support/fake-service-process.ts');
  const intake = new Samples();
  const delivery = new Samples();
  try {
    const { url } = z.object({ url: z.string() }).parse(await service.ready);
    for (let round = 0; round < rounds; round++) {
      await measureFloor(intake, postgres, seconds);
      for (const count of proxyCounts) await measureIntake(intake, await postgres.createDatabase(), count, seconds);
      const file = `sqlite:${join(folder, `${round}.db`)}`;
      await measureDelivery(delivery, onSqlite, { store: file, count: 1, service: url, leadCount });
      for (const count of proxyCounts) {
        const store = await postgres.createDatabase();
        // As many for each process: V8 compiles the same code in every one, for its first hundreds of leads.
        await measureDelivery(delivery, nameOf(count), { store, count, service: url, leadCount: count * leadCount });
      }
    }
  } finally {
    service.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
  const of = (name: string, column: string) => delivery.median(name, column) ?? Number.NaN;
  const perSecond = (name: string) => of(name, 'leads per second');
  return {
    method: `${rounds} rounds. Intake: 50 connections for ${seconds} s, spread over the proxies, nothing delivered. Delivery: ${leadCount.toLocaleString('en')} stored leads per proxy with one tag to a service that responds at once, four at a time per proxy. Proxies, Postgres, service and load share the machine, so the figures of several proxies show what they cost rather than what they could do on machines of their own. CPU is that of the proxies.`,
    tables: [intake.toTable('Intake on Postgres', intakeColumns), delivery.toTable('Delivery', deliveryColumns)],
    goals: [
      atLeast(800, 'delivery on SQLite, a second', perSecond(onSqlite), ''),
      atLeast(400, 'delivery on Postgres, a second', perSecond(nameOf(1)), ''),
      atMost(
        1.3,
        'CPU of a delivered lead with four proxies, relative to one',
        of(nameOf(4), 'CPU per lead') / of(nameOf(1), 'CPU per lead'),
        '×',
      ),
    ],
  };
}

function nameOf(count: number): string {
  return count === 1 ? 'one proxy on Postgres' : `${count} proxies on one Postgres`;
}

async function measureFloor(samples: Samples, postgres: TestPostgres, seconds: number): Promise<void> {
  const subject = await startSubject('floor', { store: await postgres.createDatabase() });
  await addIntake(new Samples(), floor, [subject], 1);
  await addIntake(samples, floor, [subject], seconds);
  await subject.stop();
}

async function measureIntake(samples: Samples, store: string, count: number, seconds: number): Promise<void> {
  const proxies = await startProxies(count, { store });
  await addIntake(new Samples(), nameOf(count), proxies, 1);
  await addIntake(samples, nameOf(count), proxies, seconds);
  await Promise.all(proxies.map((proxy) => proxy.stop()));
}

type DeliveryRun = { store: string; count: number; service: string; leadCount: number };

async function measureDelivery(samples: Samples, name: string, run: DeliveryRun): Promise<void> {
  const store = await (run.store.startsWith('sqlite:')
    ? openSqliteStore(run.store.slice('sqlite:'.length))
    : openPostgresStore(run.store));
  for (let stored = 0; stored < run.leadCount; stored += batchSize) {
    await Promise.all(Array.from({ length: batchSize }, () => store.accept(newLead())));
  }
  // The first half is a warm-up.
  const proxies = await startProxies(run.count, { store: run.store, service: run.service });
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

function startProxies(count: number, options: { store: string; service?: string }) {
  return Promise.all(Array.from({ length: count }, () => startSubject('proxy', options)));
}

/** Waits until `count` leads are delivered. */
async function untilDelivered(store: LeadStore, count: number): Promise<void> {
  while ((await store.counts()).delivered < count) await wait(20);
}

/** Divides the numbers of leads. */
const batchSize = 100;
let phones = 13_125_000_000;

function newLead() {
  const phone = String(++phones);
  const record = { phone, first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };
  return {
    ...{ key: randomUUID(), bodyHash: phone, form: 'default', phone, record },
    ...{ plan: { tags: ['web_lead'] }, acceptedAt: Date.now() },
  };
}
