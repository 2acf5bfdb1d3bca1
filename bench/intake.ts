import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runChild } from '../test/support/child-process.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { type Afternoon, installAfternoon, startAfternoon } from './intake/afternoon.ts';
import { startCommand } from './intake/command.ts';
import { addLoad, connectionCount, intakeColumns, runFullLoad } from './intake/measured-load.ts';
import { measureMemory, memoryColumns } from './intake/memory.ts';
import { bareHandler, leadchatServe } from './intake/row-names.ts';
import { measureSteady, perSecond, withReads } from './intake/steady.ts';
import { fillStore, openStoreAt } from './intake/stored-leads.ts';
import { type Subject, startServer, stopSubjects } from './intake/subject.ts';
import { atLeast, atMost, below, inRounds, type Measured, type MeasureOptions, type Section } from './report.ts';
import { Samples } from './samples.ts';

/**
 * How fast leads are accepted and stored durably, in one run on each database: `leadchat serve` as operators run it,
 * beside what a good engineer writes in an afternoon with the best libraries; how long a lead takes at a steady rate; and
 * how much memory leads take.
 */
export const intake: Section = { name: 'intake', title: 'Proxy: intake', measure };

/** What a good engineer writes in an afternoon, by the names of the rows. */
const onSqlite: Readonly<Record<string, Afternoon>> = {
  'Hono, one commit per request': { framework: 'hono', queue: 'sqlite', limits: 'own' },
  'Fastify, one commit per request': { framework: 'fastify', queue: 'sqlite', limits: 'own' },
};
const onPostgres: Readonly<Record<string, Afternoon>> = {
  'Hono, graphile-worker': { framework: 'hono', queue: 'graphile-worker', limits: 'shared' },
  'Fastify, graphile-worker': { framework: 'fastify', queue: 'graphile-worker', limits: 'shared' },
  'Hono, pg-boss': { framework: 'hono', queue: 'pg-boss', limits: 'shared' },
  'Fastify, pg-boss': { framework: 'fastify', queue: 'pg-boss', limits: 'shared' },
};
/** Checks less: no other process would know what this one has counted. */
const withOwnLimits: Readonly<Record<string, Afternoon>> = {
  'Fastify, graphile-worker, limits of one process': {
    framework: 'fastify',
    queue: 'graphile-worker',
    limits: 'own',
  },
};

type Starter = (store: string) => Promise<Subject>;

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  const libraries = installAfternoon();
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  const logFile = join(folder, 'log');
  const rounds = isQuick ? 1 : 5;
  const seconds = isQuick ? 2 : 5;
  const steadySeconds = isQuick ? 5 : 10;
  const storedCount = isQuick ? 10_000 : 100_000;
  const waitingCount = isQuick ? 10_000 : 40_000;
  let files = 0;
  const sqliteStore = async () => `sqlite:${join(folder, `${++files}.db`)}`;
  const postgres = await startPostgres();
  const service = runChild('test/support/fake-service-process.ts');
  const startersOf = (afternoons: Readonly<Record<string, Afternoon>>) =>
    Object.entries(afternoons).map(([name, afternoon]): [string, Starter] => [
      name,
      (store) => startAfternoon(afternoon, store, logFile),
    ]);
  const floor: Starter = (store) => startServer('bench/intake/floor.ts', [store], openSync(logFile, 'a'));
  const serve: Starter = (store) => startCommand({ store });
  const storesOfBoth = async () => ({ SQLite: await sqliteStore(), Postgres: await postgres.createDatabase() });
  const compare = (createStore: () => Promise<string>, starters: readonly [string, Starter][]) =>
    compareIntake(rounds, seconds, createStore, starters);
  try {
    const { url } = z.object({ url: z.string() }).parse(await service.ready);
    const sqlite = await compare(sqliteStore, [[bareHandler, floor], ...startersOf(onSqlite), [leadchatServe, serve]]);
    const shared = await compare(postgres.createDatabase, [
      [bareHandler, floor],
      ...startersOf({ ...onPostgres, ...withOwnLimits }),
      [leadchatServe, serve],
    ]);
    const waiting = await compare(sqliteStore, [
      ['no lead waits', serve],
      [`${waitingCount.toLocaleString('en')} leads wait`, (store) => serveFilled(store, waitingCount)],
    ]);
    const steady = await measureSteady({
      stores: await storesOfBoth(),
      floorStores: await storesOfBoth(),
      startFloor: floor,
      service: url,
      storedCount,
      rounds,
      seconds: steadySeconds,
    });
    // From 100,000 waiting leads on, leads are refused.
    const counts = isQuick ? [1_000, 10_000] : [1_000, 50_000, 99_000];
    const memory = await measureMemory(await serve(await sqliteStore()), counts);
    const p99 = (name: string) => steady.median(name, 'p99');
    return {
      method: `${connectionCount} connections post leads of about 500 bytes, each for a visitor with another address; each sends the next when the response arrives. ${inRounds(rounds)} of ${seconds} s after a warm-up, all subjects in turn. leadchat is \`leadchat serve\` of the build, started as deploy/leadchat.service does, with its log in a file and its default limits, of which only that of the whole site is raised. Beside it is what a good engineer writes in an afternoon with published libraries: Hono or Fastify, the same checks with zod and libphonenumber, the same limits with rate-limiter-flexible, pino with its log in a file, and a durable commit before the 202: a row of node:sqlite, \`addJob\` of graphile-worker, or \`send\` of pg-boss. On Postgres all processes share the limits, in a table that is not logged. The load shares the machine, and on Postgres the database does.`,
      tables: [
        sqlite.toTable('SQLite', intakeColumns),
        shared.toTable('Postgres', intakeColumns),
        waiting.toTable('SQLite with leads waiting for delivery', intakeColumns),
        steady.toTable(`${perSecond} leads a second`, intakeColumns, [
          `With everything on: limits, log, and delivery of each lead with a tag, four at a time, to a service that responds at once; in a store with ${storedCount.toLocaleString('en')} leads. ${steadySeconds} s in each round. CPU includes that of delivery, and of reading. The bare handler delivers nothing, into an empty store.`,
          'Search, export and scrape: an export of all leads as CSV after another, a search in the dashboard and a scrape of the metrics each second.',
        ]),
        memory.samples.toTable(`Memory of \`${leadchatServe}\` on SQLite`, memoryColumns),
      ],
      goals: [
        atLeast(1.5, 'SQLite: intake, relative to the best of an afternoon', ratio(sqlite, Object.keys(onSqlite)), '×'),
        atLeast(
          1,
          'Postgres: intake, relative to the best of an afternoon',
          ratio(shared, Object.keys(onPostgres)),
          '×',
        ),
        ...['SQLite', 'Postgres'].flatMap((name) => [
          atMost(10, `${name}: p99 at ${perSecond} leads a second`, p99(name), 'ms'),
          atMost(20, `${name}: the same beside search, export and scrape`, p99(withReads(name)), 'ms'),
        ]),
        below(190, 'resident after 100,000 leads', memory.residentMb, 'MB'),
      ],
      versions: libraries,
    };
  } finally {
    await stopSubjects();
    service.kill('SIGKILL');
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

/** All run in turn, so that other work on the machine affects them alike. */
async function compareIntake(
  rounds: number,
  seconds: number,
  createStore: () => Promise<string>,
  starters: readonly [name: string, start: Starter][],
): Promise<Samples> {
  const samples = new Samples();
  const subjects: [string, Subject][] = [];
  for (const [name, start] of starters) subjects.push([name, await start(await createStore())]);
  for (const [, subject] of subjects) await runFullLoad([subject], { seconds: 1 });
  for (let round = 0; round < rounds; round++) {
    for (const [name, subject] of subjects) {
      console.error(`[leadchat] bench: intake, ${name}, round ${round + 1} of ${rounds}`);
      await addLoad(samples, name, [subject], () => runFullLoad([subject], { seconds }));
    }
  }
  await Promise.all(subjects.map(([, subject]) => subject.stop()));
  return samples;
}

async function serveFilled(address: string, waitingCount: number): Promise<Subject> {
  const store = await openStoreAt(address);
  await fillStore(store, waitingCount);
  await store.close();
  return startCommand({ store: address });
}

/** leadchat, relative to the fastest of the others. */
function ratio(samples: Samples, others: readonly string[]): number {
  const of = (name: string) => samples.median(name, 'leads per second') ?? Number.NaN;
  return of(leadchatServe) / Math.max(...others.map(of));
}
