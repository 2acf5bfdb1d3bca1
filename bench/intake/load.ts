import { setTimeout as wait } from 'node:timers/promises';
import { quantile } from '../samples.ts';
import { ConnectionPool, type Response } from './connection.ts';

export type LoadResult = { requests: number; failed: number; perSecond: number; p50: number; p99: number };

type ClosedLoad = {
  /** Of each server; connections are spread over them. */
  ports: readonly number[];
  connections: number;
  /** The load ends after this time or this number of requests. */
  seconds?: number;
  requests?: number;
};

/** Posts leads over parallel connections; each connection sends the next lead when a response arrives. */
export async function runLoad({
  ports,
  connections,
  seconds,
  requests = Number.POSITIVE_INFINITY,
}: ClosedLoad): Promise<LoadResult> {
  const responses: Response[] = [];
  const started = performance.now();
  const end = seconds === undefined ? Number.POSITIVE_INFINITY : started + seconds * 1000;
  let sent = 0;
  const pools = ports.map((port) => new ConnectionPool(port));
  const run = async (pool: ConnectionPool | undefined) => {
    if (pool === undefined) throw new Error('a load needs a server');
    while (performance.now() < end && sent < requests) {
      sent++;
      responses.push(await pool.postLead());
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => run(pools[index % pools.length])));
  for (const pool of pools) pool.close();
  return summarize(responses, performance.now() - started);
}

export type SteadyLoad = {
  /** Of each server; they get the leads in turn. */
  ports: readonly number[];
  perSecond: number;
  seconds: number;
};

/** Posts leads at a constant rate, whether or not the servers keep up. */
export async function runSteadyLoad({ ports, perSecond, seconds }: SteadyLoad): Promise<LoadResult> {
  const pools = ports.map((port) => new ConnectionPool(port));
  const running: Promise<Response>[] = [];
  const started = performance.now();
  while (running.length < perSecond * seconds) {
    const dueCount = Math.min(perSecond * seconds, ((performance.now() - started) / 1000) * perSecond);
    while (running.length < dueCount) {
      const response = pools[running.length % pools.length]?.postLead();
      if (response === undefined) throw new Error('a load needs a server');
      // A failure counts when all are awaited.
      response.catch(() => {});
      running.push(response);
    }
    await wait(1);
  }
  const responses = await Promise.all(running);
  const took = performance.now() - started;
  for (const pool of pools) pool.close();
  return summarize(responses, took);
}

function summarize(responses: readonly Response[], tookMs: number): LoadResult {
  const times = responses.map(({ ms }) => ms);
  return {
    requests: responses.length,
    failed: responses.filter(({ isAccepted }) => !isAccepted).length,
    perSecond: responses.length / (tookMs / 1000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
  };
}
