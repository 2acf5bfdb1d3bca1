import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Load, type LoadResult, runLoad } from './intake/load.ts';

/**
 * Measures how fast leads are accepted and stored durably. Compares in one run: a bare node:http handler that commits one
 * row per request (the floor), the same handler with our store, and the whole proxy. `npx node bench/intake.ts [seconds]`.
 */
const seconds = Number(process.argv[2] ?? 5);
const rounds = 3;
const connections = 50;
let files = 0;
const folder = mkdtempSync(join(tmpdir(), 'leadchat-bench-'));

type Kind = 'floor' | 'store' | 'proxy';
type Server = { port: number; memory(): Promise<unknown>; stop(): Promise<void> };

try {
  await compare('Intake, 50 connections', [
    { name: 'node:http, one commit per request', start: () => start('floor') },
    { name: 'node:http, our store', start: () => start('store') },
    { name: 'the whole proxy', start: () => start('proxy') },
  ]);
  await compare('Intake with leads waiting for delivery', [
    { name: 'our store, empty', start: () => start('store') },
    { name: 'our store, 100,000 waiting', start: () => start('store', 100_000) },
    { name: 'the whole proxy, empty', start: () => start('proxy') },
    { name: 'the whole proxy, 100,000 waiting', start: () => start('proxy', 100_000) },
  ]);
  await memory();
} finally {
  rmSync(folder, { recursive: true });
}

/** All candidates run in turn, so that other work on the machine affects them alike. Prints the median of each. */
async function compare(title: string, candidates: { name: string; start(): Promise<Server> }[]): Promise<void> {
  const results = candidates.map((): LoadResult[] => []);
  const servers = await Promise.all(candidates.map((candidate) => candidate.start()));
  for (let round = 0; round <= rounds; round++) {
    for (const [index, server] of servers.entries()) {
      const result = await load(server, { seconds: round === 0 ? 1 : seconds });
      if (round > 0) results[index]?.push(result); // the first round is a warm-up
    }
  }
  await Promise.all(servers.map((server) => server.stop()));
  console.log(`\n## ${title} (${rounds} rounds of ${seconds} s, medians)\n`);
  console.log('| | requests/s | ratio | p50 ms | p99 ms | not 202 |\n|---|---:|---:|---:|---:|---:|');
  const rate = (list: LoadResult[] | undefined) => median((list ?? []).map((result) => result.perSecond));
  for (const [index, { name }] of candidates.entries()) {
    const list = results[index] ?? [];
    const cells = [
      Math.round(rate(list)).toLocaleString('en'),
      (rate(list) / rate(results[0])).toFixed(2),
      median(list.map((result) => result.p50)).toFixed(1),
      median(list.map((result) => result.p99)).toFixed(1),
      list.reduce((sum, result) => sum + result.failed, 0),
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

async function memory(): Promise<void> {
  const server = await start('proxy');
  console.log('\n## Memory of the whole proxy\n\n| leads taken in | heap in use MB | resident MB |\n|---:|---:|---:|');
  let taken = 0;
  for (const until of [1_000, 25_000, 50_000, 75_000, 100_000]) {
    const result = await load(server, { requests: until - taken });
    taken += result.requests;
    const memory = await server.memory();
    const megabytes = (name: string) => (numberOf(memory, name) / 1_000_000).toFixed(1);
    console.log(`| ${taken.toLocaleString('en')} | ${megabytes('heapUsed')} | ${megabytes('rss')} |`);
  }
  await server.stop();
}

function load(server: Server, limit: Pick<Load, 'seconds' | 'requests'>): Promise<LoadResult> {
  return runLoad({ port: server.port, connections, ...limit });
}

async function start(kind: Kind, waiting = 0): Promise<Server> {
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

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function numberOf(message: unknown, name: string): number {
  const facts = typeof message === 'object' && message !== null ? Object.entries(message) : [];
  return Number(facts.find(([key]) => key === name)?.[1]);
}
