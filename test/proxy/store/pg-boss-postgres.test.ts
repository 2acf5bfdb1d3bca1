import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { at, newLead } from './contract.ts';

/**
 * Tests what delivery needs from a queue, with the store's own queue and with pg-boss and its closest policy,
 * `key_strict_fifo`. This is the evidence for docs/decisions.md. If a later pg-boss passes, `it.fails` reports it, and
 * the decision can be reconsidered.
 */
type Queue = {
  /** Adds the leads of one phone in one commit. */
  add(phone: string, names: readonly string[]): Promise<void>;
  claim(): Promise<ClaimedLead | undefined>;
};

type ClaimedLead = {
  name: string;
  settle(): Promise<unknown>;
  /** The last attempt failed: the lead becomes a dead letter. */
  giveUp(): Promise<unknown>;
  /** The service is down: tries again later, which must not count as an attempt. */
  release(): Promise<unknown>;
};

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

async function openOwnQueue(): Promise<Queue> {
  const store = await openPostgresStore(await postgres.createDatabase());
  onTestFinished(() => store.close());
  const owner = randomUUID();
  return {
    async add(phone, names) {
      const record = (name: string) => ({ phone, first_name: name });
      await Promise.all(names.map((name) => store.accept(newLead({ phone, record: record(name) }))));
    },
    async claim() {
      const [lead] = (await store.claim({ owner, now: at, leaseMs: 15_000, limit: 1 })).leads;
      if (lead === undefined) return undefined;
      const commit = (state: 'done' | 'dead' | 'pending', release = {}) =>
        store.checkpoint({
          lead: lead.id,
          owner,
          now: at,
          steps: lead.steps.map((step) => ({ ...step, state })),
          ...release,
        });
      return {
        name: String(lead.record.first_name),
        settle: () => commit('done'),
        giveUp: () => commit('dead'),
        release: () => commit('pending', { release: { nextAt: at } }),
      };
    },
  };
}

async function openPgBossQueue(): Promise<Queue> {
  const pool = new pg.Pool({ connectionString: await postgres.createDatabase() });
  // A closing connection may still be told that the server stops, which the pool emits as an error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const executeSql = (text: string, values?: unknown[]) => pool.query(text, values);
  const boss = new PgBoss({ db: { executeSql }, supervise: false });
  await boss.start();
  onTestFinished(async () => {
    await boss.stop({ graceful: false });
    await pool.end();
  });
  await boss.createQueue('dead-leads');
  await boss.createQueue('leads', { policy: 'key_strict_fifo', retryLimit: 10, deadLetter: 'dead-leads' });
  return {
    async add(phone, names) {
      await boss.insert(
        'leads',
        names.map((name) => ({ data: { name }, singletonKey: phone })),
      );
    },
    async claim() {
      const [job] = await boss.fetch<{ name: string }>('leads', { includeMetadata: true });
      if (job === undefined) return undefined;
      const fail = () => boss.fail('leads', job.id);
      return {
        name: job.data.name,
        settle: () => boss.complete('leads', job.id),
        async giveUp() {
          for (let attempt = job.retryCount; attempt < job.retryLimit; attempt++) {
            await fail();
            await boss.fetch('leads');
          }
          await fail();
        },
        release: fail,
      };
    },
  };
}

async function claimAll(queue: Queue): Promise<string[]> {
  const names: string[] = [];
  for (let lead = await queue.claim(); lead !== undefined; lead = await queue.claim()) {
    names.push(lead.name);
    await lead.settle();
  }
  return names;
}

describe.each([
  ['the own queue', openOwnQueue, it],
  ['pg-boss', openPgBossQueue, it.fails],
])('%s', (_name, open, holds) => {
  it('keeps back the next lead of a phone until the one before it is settled', async () => {
    const queue = await open();
    await queue.add('14155550001', ['first']);
    await queue.add('14155550001', ['second']);
    const first = await queue.claim();
    expect(first?.name).toBe('first');
    expect(await queue.claim()).toBeUndefined();
    await first?.release();
    expect(await claimAll(queue)).toEqual(['first', 'second']);
  });

  holds('keeps the order of the leads of a phone that are stored in one commit', async () => {
    const queue = await open();
    const names = Array.from({ length: 12 }, (_, index) => `lead ${index}`);
    await queue.add('14155550001', names);
    expect(await claimAll(queue)).toEqual(names);
  });

  holds('delivers the next lead of a phone when the one before it is a dead letter', async () => {
    const queue = await open();
    await queue.add('14155550001', ['dead']);
    await queue.add('14155550001', ['next']);
    await (await queue.claim())?.giveUp();
    expect(await claimAll(queue)).toEqual(['next']);
  });

  holds('uses up no attempt while the circuit breaker is open', async () => {
    const queue = await open();
    await queue.add('14155550001', ['patient']);
    for (let probe = 0; probe < 100; probe++) await (await queue.claim())?.release();
    expect(await claimAll(queue)).toEqual(['patient']);
  });
});
