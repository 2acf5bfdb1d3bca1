import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Load, runLoad } from './intake/load.ts';
import { fastifyVersion, installFastify, type Subject, type SubjectKind, startSubject } from './intake/subject.ts';
import { atLeast, below, type Measured, type MeasureOptions, type Section, type Table } from './report.ts';
import { Samples } from './samples.ts';

/**
 * How fast leads are accepted and stored durably, in one run: a bare node:http handler that commits one row per request
 * (the floor), frameworks that do the same work, the bare handler with our store, and the whole proxy.
 */
export const intake: Section = { name: 'intake', title: 'Proxy: intake', measure };

const connections = 50;
const floor = 'node:http, one commit per request';
const wholeProxy = 'the whole proxy';
export const intakeColumns = [
  { name: 'leads per second', unit: '' },
  { name: 'p50', unit: 'ms' },
  { name: 'p99', unit: 'ms' },
  { name: 'CPU per lead', unit: 'µs' },
  { name: 'not 202', unit: '' },
];

type Candidate = { name: string; kind: SubjectKind; waiting?: number };

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  installFastify();
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  const rounds = isQuick ? 1 : 3;
  const seconds = isQuick ? 2 : 5;
  let files = 0;
  const start = ({ kind, waiting = 0 }: Pick<Candidate, 'kind' | 'waiting'>) =>
    startSubject(kind, { store: `sqlite:${join(folder, `${++files}.db`)}`, waiting });
  try {
    const empty = await compare(rounds, seconds, start, [
      { name: floor, kind: 'floor' },
      { name: 'Hono, the same', kind: 'hono' },
      { name: 'Fastify, the same', kind: 'fastify' },
      { name: 'Express, the same', kind: 'express' },
      { name: 'node:http, our store', kind: 'store' },
      { name: wholeProxy, kind: 'proxy' },
    ]);
    const waiting = await compare(rounds, seconds, start, [
      { name: `${wholeProxy}, empty`, kind: 'proxy' },
      { name: `${wholeProxy}, 100,000 waiting`, kind: 'proxy', waiting: 100_000 },
    ]);
    const rate = (subject: string) => empty.median(subject, 'leads per second') ?? Number.NaN;
    const p99 = (subject: string) => empty.median(subject, 'p99') ?? Number.NaN;
    return {
      method: `${connections} connections post leads of about 500 bytes; each sends the next when the response arrives. ${rounds} rounds of ${seconds} s after a warm-up. Everyone checks the body with the same schema and responds with 202 after a durable commit with the same settings. The load shares the machine.`,
      tables: [
        empty.toTable('SQLite', intakeColumns),
        waiting.toTable('SQLite with leads waiting for delivery', intakeColumns),
        await measureMemory(await start({ kind: 'proxy' }), isQuick ? [1_000, 10_000] : [1_000, 50_000, 100_000]),
      ],
      goals: [
        atLeast(2, 'intake, relative to node:http', rate(wholeProxy) / rate(floor), '×'),
        below(p99(floor), 'p99, compared with node:http', p99(wholeProxy), 'ms'),
      ],
      versions: { Fastify: fastifyVersion },
    };
  } finally {
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

async function measureMemory(subject: Subject, counts: readonly number[]): Promise<Table> {
  const samples = new Samples();
  let taken = 0;
  for (const until of counts) {
    const result = await load([subject], { requests: until - taken });
    taken += result.requests;
    const { heapMb, residentMb } = await subject.usage();
    const name = `after ${taken.toLocaleString('en')} leads`;
    samples.add(name, 'heap in use', heapMb);
    samples.add(name, 'resident', residentMb);
  }
  await subject.stop();
  const memoryColumns = ['heap in use', 'resident'].map((name) => ({ name, unit: 'MB' }));
  return samples.toTable('Memory of the whole proxy', memoryColumns);
}

function load(subjects: readonly Subject[], limit: Pick<Load, 'seconds' | 'requests'>) {
  return runLoad({ ports: subjects.map(({ port }) => port), connections, ...limit });
}
