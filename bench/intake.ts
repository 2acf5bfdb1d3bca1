import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../test/support/postgres.ts';
import { startCommand } from './intake/command.ts';
import { type Load, runLoad } from './intake/load.ts';
import {
  adminToken,
  fastifyVersion,
  installFastify,
  type Subject,
  type SubjectKind,
  startSubject,
} from './intake/subject.ts';
import { atLeast, atMost, below, type Measured, type MeasureOptions, type Section } from './report.ts';
import { Samples } from './samples.ts';

/**
 * How fast leads are accepted and stored durably, in one run on each database: a bare node:http handler that commits one
 * row per request (the floor), frameworks that do the same work, the bare handler with our store, and the whole proxy:
 * like for like without limits and log, and as operators run it.
 */
export const intake: Section = { name: 'intake', title: 'Proxy: intake', measure };

const connections = 50;
const floor = 'node:http, one commit per request';
const insertFloor = 'node:http, one INSERT per request';
const wholeProxy = 'the whole proxy';
const asOperated = 'the whole proxy, with limits and log';
export const intakeColumns = [
  { name: 'leads per second', unit: '' },
  { name: 'p50', unit: 'ms' },
  { name: 'p99', unit: 'ms' },
  { name: 'CPU per lead', unit: 'µs' },
  { name: 'not 202', unit: '' },
];

type Candidate = { name: string; kind: SubjectKind | 'command'; waiting?: number };

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  installFastify();
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  const rounds = isQuick ? 1 : 3;
  const seconds = isQuick ? 2 : 5;
  let files = 0;
  const startOn =
    (store: () => string | Promise<string>) =>
    async ({ kind, waiting = 0 }: Omit<Candidate, 'name'>) => {
      const options = { store: await store(), waiting };
      return kind === 'command' ? startCommand(options) : startSubject(kind, options);
    };
  const startOnSqlite = startOn(() => `sqlite:${join(folder, `${++files}.db`)}`);
  const postgres = await startPostgres();
  const startOnPostgres = startOn(() => postgres.createDatabase());
  try {
    const onSqlite = await compare(rounds, seconds, startOnSqlite, [
      { name: floor, kind: 'floor' },
      { name: 'Hono, the same', kind: 'hono' },
      { name: 'Fastify, the same', kind: 'fastify' },
      { name: 'Express, the same', kind: 'express' },
      { name: 'node:http, our store', kind: 'store' },
      { name: wholeProxy, kind: 'proxy' },
      { name: asOperated, kind: 'command' },
    ]);
    const onPostgres = await compare(rounds, seconds, startOnPostgres, [
      { name: insertFloor, kind: 'floor' },
      { name: 'node:http, our store', kind: 'store' },
      { name: wholeProxy, kind: 'proxy' },
      { name: asOperated, kind: 'command' },
    ]);
    const waiting = await compare(rounds, seconds, startOnSqlite, [
      { name: `${wholeProxy}, empty`, kind: 'proxy' },
      { name: `${wholeProxy}, 100,000 waiting`, kind: 'proxy', waiting: 100_000 },
    ]);
    const besideReads = await compareWithReads(
      // A p99 varies more from round to round than what reads may add to it.
      isQuick ? 1 : 9,
      seconds,
      await startOnSqlite({ kind: 'proxy', waiting: 100_000 }),
    );
    const memory = await measureMemory(
      await startOnSqlite({ kind: 'command' }),
      isQuick ? [1_000, 10_000] : [1_000, 50_000, 99_000],
    );
    const ratio = (samples: Samples, subject: string, base: string) =>
      (samples.median(subject, 'leads per second') ?? Number.NaN) /
      (samples.median(base, 'leads per second') ?? Number.NaN);
    const p99 = (samples: Samples, subject: string) => samples.median(subject, 'p99') ?? Number.NaN;
    return {
      method: `${connections} connections post leads of about 500 bytes, each for a visitor with another address; each sends the next when the response arrives. ${rounds} rounds of ${seconds} s after a warm-up. Everyone checks the body with the same schema and responds with 202 after a durable commit with the same settings. "${wholeProxy}" checks no limits and writes no log, as the bare handler has none. "${asOperated}" is \`leadchat serve\` of the build, started as deploy/leadchat.service does, with the default limits, of which only those of the whole site are raised, and with its log in a file. The load shares the machine, and on Postgres the database does.`,
      tables: [
        onSqlite.toTable('SQLite', intakeColumns),
        onPostgres.toTable('Postgres', intakeColumns),
        waiting.toTable('SQLite with leads waiting for delivery', intakeColumns),
        besideReads.toTable('SQLite with 100,000 leads, beside what operators read', intakeColumns),
        memory.table,
      ],
      goals: [
        atLeast(2, 'SQLite: intake, relative to node:http', ratio(onSqlite, wholeProxy, floor), '×'),
        below(p99(onSqlite, floor), 'SQLite: p99, compared with node:http', p99(onSqlite, wholeProxy), 'ms'),
        atLeast(1.6, 'SQLite: the same with limits and log', ratio(onSqlite, asOperated, floor), '×'),
        atLeast(0.7, 'Postgres: intake, relative to node:http', ratio(onPostgres, wholeProxy, insertFloor), '×'),
        atLeast(0.6, 'Postgres: the same with limits and log', ratio(onPostgres, asOperated, insertFloor), '×'),
        ...reads.map(({ name }) =>
          atMost(1.2, `p99 beside ${name}, relative to none`, p99(besideReads, name) / p99(besideReads, nothing), '×'),
        ),
        below(200, 'resident after 100,000 leads', memory.residentMb, 'MB'),
      ],
      versions: { Fastify: fastifyVersion },
    };
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

/** All candidates run in turn, so that other work on the machine affects them alike. */
async function compare(
  rounds: number,
  seconds: number,
  start: (candidate: Candidate) => Promise<Subject>,
  candidates: readonly Candidate[],
): Promise<Samples> {
  const samples = new Samples();
  const subjects = await Promise.all(candidates.map(start));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { name }] of candidates.entries()) {
      const subject = subjects[index];
      if (subject === undefined) continue;
      // The first round is a warm-up.
      if (round === 0) await load([subject], { seconds: 1 });
      else await addIntake(samples, name, [subject], seconds);
    }
  }
  await Promise.all(subjects.map((subject) => subject.stop()));
  return samples;
}

/** Measures the intake of servers that share the load. */
export async function addIntake(samples: Samples, name: string, subjects: readonly Subject[], seconds: number) {
  const before = await cpuMsOf(subjects);
  const result = await load(subjects, { seconds });
  const cpuMs = (await cpuMsOf(subjects)) - before;
  samples.add(name, 'leads per second', result.perSecond);
  samples.add(name, 'p50', result.p50);
  samples.add(name, 'p99', result.p99);
  samples.add(name, 'CPU per lead', (cpuMs * 1000) / result.requests);
  samples.add(name, 'not 202', result.failed);
}

export async function cpuMsOf(subjects: readonly Subject[]): Promise<number> {
  const usages = await Promise.all(subjects.map((subject) => subject.usage()));
  return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}

const nothing = 'nothing';

/** What operators and their tools request while leads come in. */
const reads: readonly { name: string; path: string; body?: object }[] = [
  { name: 'a search in the dashboard', path: '/admin/api/leads/search', body: { filter: { search: 'nobody' } } },
  { name: 'a scrape of /metrics', path: '/metrics' },
  { name: 'an export as CSV', path: '/admin/api/leads/csv', body: {} },
];

/** Intake while each kind of reading is repeated without a pause. */
async function compareWithReads(rounds: number, seconds: number, subject: Subject): Promise<Samples> {
  const samples = new Samples();
  await load([subject], { seconds: 1 });
  for (let round = 0; round < rounds; round++) {
    await addIntake(samples, nothing, [subject], seconds);
    for (const read of reads) {
      const stop = repeat(() => requestOnce(subject.port, read));
      await addIntake(samples, read.name, [subject], seconds);
      await stop();
    }
  }
  await subject.stop();
  return samples;
}

async function requestOnce(port: number, { path, body }: { path: string; body?: object }): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} responds with ${response.status}`);
}

/** Repeats a request until the returned function is called, which resolves after the last one. */
function repeat(send: () => Promise<void>): () => Promise<void> {
  let isStopped = false;
  const run = async () => {
    while (!isStopped) await send();
  };
  const running = run();
  return () => {
    isStopped = true;
    return running;
  };
}

async function measureMemory(subject: Subject, counts: readonly number[]) {
  const samples = new Samples();
  let taken = 0;
  let residentMb = Number.NaN;
  for (const until of counts) {
    const result = await load([subject], { requests: until - taken });
    taken += result.requests;
    const usage = await subject.usage();
    residentMb = usage.residentMb;
    const name = `after ${taken.toLocaleString('en')} leads`;
    samples.add(name, 'heap in use', usage.heapMb);
    samples.add(name, 'resident', residentMb);
  }
  await subject.stop();
  const memoryColumns = ['heap in use', 'resident'].map((name) => ({ name, unit: 'MB' }));
  return { table: samples.toTable('Memory of the whole proxy, as operators run it', memoryColumns), residentMb };
}

function load(subjects: readonly Subject[], limit: Pick<Load, 'seconds' | 'requests'>) {
  return runLoad({ ports: subjects.map(({ port }) => port), connections, ...limit });
}
