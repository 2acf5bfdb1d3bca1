import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Load, type LoadResult, runLoad } from './intake/load.ts';
import { atLeast, below, type Measured, type MeasureOptions, type Section, type Table } from './report.ts';
import { Samples } from './samples.ts';

/**
 * How fast leads are accepted and stored durably, in one run: a bare node:http handler that commits one row per request
 * (the floor), the same handler with our store, and the whole proxy.
 */
export const intake: Section = { name: 'intake', title: 'Proxy: intake', measure };

const connections = 50;
const floor = 'node:http, one commit per request';
const wholeProxy = 'the whole proxy';
const columns = [
  { name: 'leads per second', unit: '' },
  { name: 'p50', unit: 'ms' },
  { name: 'p99', unit: 'ms' },
  { name: 'not 202', unit: '' },
];

type Kind = 'floor' | 'store' | 'proxy';
type Server = { port: number; memory(): Promise<unknown>; stop(): Promise<void> };
type Candidate = { name: string; start(): Promise<Server> };

async function measure({ isQuick }: MeasureOptions): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));
  const rounds = isQuick ? 1 : 3;
  const seconds = isQuick ? 2 : 5;
  const start = (kind: Kind, waiting?: number) => startServer(folder, kind, waiting);
  try {
    const empty = await compare(rounds, seconds, [
      { name: floor, start: () => start('floor') },
      { name: 'node:http, our store', start: () => start('store') },
      { name: wholeProxy, start: () => start('proxy') },
    ]);
    const waiting = await compare(rounds, seconds, [
      { name: `${wholeProxy}, empty`, start: () => start('proxy') },
      { name: `${wholeProxy}, 100,000 waiting`, start: () => start('proxy', 100_000) },
    ]);
    const rate = (subject: string) => empty.median(subject, 'leads per second') ?? Number.NaN;
    const p99 = (subject: string) => empty.median(subject, 'p99') ?? Number.NaN;
    return {
      method: `${connections} connections post leads of about 500 bytes; each sends the next when the response arrives. ${rounds} rounds of ${seconds} s after a warm-up.`,
      tables: [
        empty.toTable('SQLite', columns),
        waiting.toTable('SQLite with leads waiting for delivery', columns),
        await measureMemory(await start('proxy'), isQuick ? [1_000, 10_000] : [1_000, 50_000, 100_000]),
      ],
      goals: [
        atLeast(2, 'intake, relative to node:http', rate(wholeProxy) / rate(floor), '×'),
        below(p99(floor), 'p99, compared with node:http', p99(wholeProxy), 'ms'),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All candidates run in turn, so that other work on the machine affects them alike. */
async function compare(rounds: number, seconds: number, candidates: readonly Candidate[]): Promise<Samples> {
  const samples = new Samples();
  const servers = await Promise.all(candidates.map((candidate) => candidate.start()));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { name }] of candidates.entries()) {
      const server = servers[index];
      if (server === undefined) continue;
      const result = await load(server, { seconds: round === 0 ? 1 : seconds });
      if (round === 0) continue; // the first round is a warm-up
      samples.add(name, 'leads per second', result.perSecond);
      samples.add(name, 'p50', result.p50);
      samples.add(name, 'p99', result.p99);
      samples.add(name, 'not 202', result.failed);
    }
  }
  await Promise.all(servers.map((server) => server.stop()));
  return samples;
}

async function measureMemory(server: Server, counts: readonly number[]): Promise<Table> {
  const samples = new Samples();
  let taken = 0;
  for (const until of counts) {
    const result = await load(server, { requests: until - taken });
    taken += result.requests;
    const memory = await server.memory();
    const subject = `after ${taken.toLocaleString('en')} leads`;
    samples.add(subject, 'heap in use', numberOf(memory, 'heapUsed') / 1_000_000);
    samples.add(subject, 'resident', numberOf(memory, 'rss') / 1_000_000);
  }
  await server.stop();
  const memoryColumns = ['heap in use', 'resident'].map((name) => ({ name, unit: 'MB' }));
  return samples.toTable('Memory of the whole proxy', memoryColumns);
}

function load(server: Server, limit: Pick<Load, 'seconds' | 'requests'>): Promise<LoadResult> {
  return runLoad({ port: server.port, connections, ...limit });
}

let files = 0;

async function startServer(folder: string, kind: Kind, waiting = 0): Promise<Server> {
  const script = join(import.meta.dirname, 'intake/server.ts');
  const child = fork(script, [kind, join(folder, `${++files}.db`), String(waiting)], { execArgv: ['--expose-gc'] });
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`the ${kind} server ended with code ${code}`)));
    });
  return {
    port: numberOf(await next(), 'port'),
    memory() {
      child.send('memory');
      return next();
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.removeAllListeners('message');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function numberOf(message: unknown, name: string): number {
  const facts = typeof message === 'object' && message !== null ? Object.entries(message) : [];
  return Number(facts.find(([key]) => key === name)?.[1]);
}
