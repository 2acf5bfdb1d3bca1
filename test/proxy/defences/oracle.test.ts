import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { isLong, isMeasuring, patience, recordFigure, seed, seededRandom } from '../../support/figures.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, noLimits, startHarness } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';
import { percentile } from './visitors.ts';

/** At a difference of 5 %, so many of each kind fail to show it one time in a billion. */
const manySamples = 3000;
/** Of each kind. The number is fixed before the run. */
const samples = isMeasuring || isLong ? manySamples : 600;
/** Of one round. Two independent ones, each with a server and phones of its own, are wrong one run in a million. */
const significance = 0.001;
const timeout = 300_000 * patience;

type Times = { known: number[]; fresh: number[] };

/** Times that differ are measured again, and differ only if they do so twice. */
async function compare(measure: (count: number) => Promise<Times>): Promise<Times & { p: number; differs: boolean }> {
  const compareOnce = async (count: number) => {
    const times = await measure(count);
    const p = mannWhitney(times.known, times.fresh);
    return { ...times, p, differs: p <= significance };
  };
  const first = await compareOnce(samples);
  return first.differs ? compareOnce(manySamples) : first;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const drawn = items.map((item) => ({ item, order: random() }));
  return drawn.sort((a, b) => a.order - b.order).map(({ item }) => item);
}

function withoutIds(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replace(/[0-9a-f]{64}/g, '<token>');
}

/** Two-sided p of the Mann-Whitney U test, by its normal approximation. */
function mannWhitney(a: readonly number[], b: readonly number[]): number {
  const all = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))].sort(
    (x, y) => x.value - y.value,
  );
  const ranks = all.reduce((sum, { first }, index) => sum + (first ? index + 1 : 0), 0);
  const u = ranks - (a.length * (a.length + 1)) / 2;
  const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
  const z = Math.abs(u - (a.length * b.length) / 2) / deviation;
  return Math.min(1, 2 * (1 - normal(z)));
}

/** Abramowitz and Stegun 26.2.17. */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail;
}

describe('R16: nothing reveals whether a phone is on file', () => {
  it('responds to a known and a new phone with the same bytes and headers', async () => {
    const limits = { ...noLimits, leadsPerPhone: { points: 3, seconds: 86_400 } };
    const { post } = await startHarness({ limits });
    const responses = new Set<string>();
    for (const phone of [
      '+14155552671',
      '+14155552671',
      '+14155552671',
      '+14155552671',
      '+14155552671',
      '+14155552672',
    ]) {
      const response = await post('/leads', { form: 'default', fields: { phone }, chat: true }, leadHeaders());
      const headers = [...response.headers].filter(([name]) => name !== 'x-request-id');
      responses.add(withoutIds(JSON.stringify([response.status, headers, await response.text()])));
    }
    expect(responses.size).toBe(1);
  });

  it('takes the same time for both', { timeout }, async ({ task }) => {
    const random = seededRandom(seed);
    const { known, fresh, p, differs } = await compare((count) => measureTimes(count, random));
    const [knownMedian, freshMedian] = [known, fresh].map((times) => percentile(times, 0.5).toFixed(3));
    recordFigure(task, {
      did: 'leads of phones on file and of new phones, in pairs of random order',
      times: known.length + fresh.length,
      seed,
      found: `same bytes; same time: median ${knownMedian} ms and ${freshMedian} ms, Mann-Whitney p = ${p.toFixed(3)}`,
    });
    expect(differs, `medians ${knownMedian} ms (known) and ${freshMedian} ms (new), p = ${p}, seed ${seed}`).toBe(
      false,
    );
  });

  it('would detect a difference of 5 %', async () => {
    const times = simulatedTimes();
    const found = await compare(async () => ({ known: times(manySamples, 1), fresh: times(manySamples, 1.05) }));
    expect(found.differs, `seed ${seed}`).toBe(true);
  });

  // Equal times failed one run in a thousand.
  it('does not take one unlucky round for a difference', async () => {
    const times = simulatedTimes();
    let rounds = 0;
    const found = await compare(async (count) => {
      const known = times(count, 1);
      rounds += 1;
      return { known, fresh: rounds === 1 ? times(count, 1.5) : known };
    });
    expect(rounds).toBe(2);
    expect(found.differs).toBe(false);
  });
});

/** Times like the measured ones: a minimum and a long tail. */
function simulatedTimes() {
  const random = seededRandom(seed);
  const time = () => 1 + -Math.log(1 - random()) * 0.4;
  return (count: number, factor: number) => Array.from({ length: count }, () => time() * factor);
}

/** Of so many leads of each kind, with a server, a store and phones of their own. */
async function measureTimes(count: number, random: () => number): Promise<Times> {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-oracle-'));
  const limits = { ...noLimits, leadsPerPhone: { points: 3, seconds: 86_400 } };
  const store = `sqlite:${join(folder, 'leads.db')}`;
  const config = configOf({ store, limits, trustedProxies: ['127.0.0.1'] });
  const server = await startProxyServer(config, {
    port: 0,
    host: '127.0.0.1',
    deps: {
      client: new FakeService().client,
      log: new MemoryLog(),
      delivery: {
        start() {},
        async stop() {},
        status: () => ({ state: 'idle', breaker: { state: 'closed' }, running: 0 }),
      },
    },
  });
  // Random numbers, like visitors': consecutive ones are stored next to each other, which is faster.
  const phones = shuffled(
    Array.from({ length: 2 * count }, (_, index) => `+1415${2_010_000 + index}`),
    random,
  );
  const onFile = phones.slice(0, count);
  let requests = 0;
  const send = async (phone: string) => {
    // Each from another address: an address may learn what it has sent itself.
    const address = `198.${18 + (requests >> 16)}.${(requests >> 8) & 255}.${requests++ & 255}`;
    const started = performance.now();
    const response = await fetch(`${server.url}/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...leadHeaders() },
      body: JSON.stringify({ form: 'default', fields: { phone } }),
    });
    await response.arrayBuffer();
    expect(response.status).toBe(202);
    return performance.now() - started;
  };
  const known: number[] = [];
  const fresh: number[] = [];
  try {
    // Each known phone has one lead and is probed once, because repeated leads would give it a growing history.
    for (const phone of onFile) await send(phone);
    for (const [index, phone] of shuffled(onFile, random).entries()) {
      // In pairs of random order, so that load, growth and checkpoints affect both kinds equally.
      const isKnownFirst = random() < 0.5;
      if (isKnownFirst) known.push(await send(phone));
      fresh.push(await send(phones[count + index] ?? ''));
      if (!isKnownFirst) known.push(await send(phone));
    }
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { known, fresh };
}
