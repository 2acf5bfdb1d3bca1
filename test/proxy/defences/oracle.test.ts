import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startProxyServer } from '../../../src/proxy/server/start-proxy-server.ts';
import { isLong, recordFigure, seed, seededRandom } from '../../support/figures.ts';
import { FakeService } from '../support/fake-service.ts';
import { configOf, leadHeaders, noLimits, startHarness } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

/** Of each kind, in each of three series. */
const samples = isLong ? 2000 : 200;
const timeout = isLong ? 600_000 : 30_000;

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
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-oracle-'));
    const config = configOf({ store: `sqlite:${join(folder, 'leads.db')}` });
    const server = await startProxyServer(config, {
      port: 0,
      host: '127.0.0.1',
      deps: {
        client: new FakeService().client,
        log: new MemoryLog(),
        delivery: {
          start() {},
          wake() {},
          async stop() {},
          status: () => ({ state: 'idle', breaker: { state: 'closed' }, running: 0 }),
        },
      },
    });
    const random = seededRandom(seed);
    const chances: number[] = [];
    let phones = 2_010_000;
    const send = async (phone: string) => {
      const started = performance.now();
      const response = await fetch(`${server.url}/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...leadHeaders() },
        body: JSON.stringify({ form: 'default', fields: { phone } }),
      });
      await response.arrayBuffer();
      expect(response.status).toBe(202);
      return performance.now() - started;
    };
    try {
      for (let index = 0; index < 50; index++) await send('+14155552671');
      for (let series = 0; series < 3; series++) {
        const known: number[] = [];
        const fresh: number[] = [];
        while (known.length < samples || fresh.length < samples) {
          // In random order, so that nothing periodic in the process, such as a checkpoint, falls on one kind only.
          if (random() < 0.5) known.push(await send('+14155552671'));
          else fresh.push(await send(`+1415${phones++}`));
        }
        chances.push(mannWhitney(known, fresh));
      }
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    }
    // Equal times fall below 1 % in one series of a hundred; a difference would do so in all three.
    const median = chances.sort((a, b) => a - b)[1] ?? 0;
    expect(median, `p of the three series: ${chances.join(', ')}`).toBeGreaterThan(0.01);
    recordFigure(task, {
      did: 'leads of a phone on file and of new phones, in random order, three series',
      times: 6 * samples,
      seed,
      found: `same bytes; same time (Mann-Whitney, p of the series: ${chances.map((chance) => chance.toFixed(2)).join(', ')})`,
    });
  });
});
