import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { type OwnPostgres, query, startOwnPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { at, newLead } from './contract.ts';
import { receivers } from './contract-webhooks.ts';

const waiting = 3_000;
const rounds = 10;
const perRound = 50;
/** So few share a statement that looking them up costs less than reading the table. */
const perCommit = 10;
const record = {
  first_name: 'Grace',
  last_name: 'Hopper',
  email: 'grace@example.com',
  page_url: 'https://www.example.com/',
};

let postgres: OwnPostgres;

beforeAll(async () => {
  // A transaction of another test, in any database of the server, keeps what claims replace: they would read that, too.
  postgres = await startOwnPostgres();
});

afterAll(() => postgres.stop());

/** A store, and what it has read of a table since `pg_stat_reset()`, for which it is closed. */
async function openStore() {
  const address = await postgres.createDatabase();
  const store = await openPostgresStore(address, { receivers });
  let isClosed = false;
  onTestFinished(async () => void (isClosed || (await store.close())));
  const rowsRead = async (table: 'leads' | 'webhooks') => {
    // A connection that ends has reported what it has read.
    isClosed = true;
    await store.close();
    await until('every connection has ended', async () => {
      const others = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      return (await query(address, others)).length === 0;
    });
    const read = await query(
      address,
      `SELECT sum(n)::int AS n FROM (
         SELECT seq_tup_read AS n FROM pg_stat_user_tables WHERE relname = '${table}'
         UNION ALL SELECT idx_tup_read FROM pg_stat_user_indexes WHERE relname = '${table}') AS reads`,
    );
    const [{ n }] = z.tuple([z.object({ n: z.number() })]).parse(read);
    return n;
  };
  return { address, store, rowsRead };
}

// Regression: each claim read all leads, twice, and all that were due, and each commit all that were claimed.
it.each([
  ['before Postgres has statistics of the table', 20],
  // With statistics, which say that few leads are claimed, a commit may look through those.
  ['with statistics', 35],
] as const)('reads as few rows to deliver a lead among many that wait, %s', async (when, limit) => {
  const { address, store, rowsRead } = await openStore();
  await query(address, 'ALTER TABLE leadchat.leads SET (autovacuum_enabled = off)');
  await Promise.all(Array.from({ length: waiting }, () => store.accept(newLead({ record }))));

  await query(address, 'SELECT pg_stat_reset()');
  const owner = randomUUID();
  for (let round = 0; round < rounds; round++) {
    const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: perRound });
    expect(leads).toHaveLength(perRound);
    if (when === 'with statistics' && round === 0) await query(address, 'ANALYZE leadchat.leads');
    for (const state of ['sending', 'done'] as const) {
      const points = leads.map(({ id, steps }) => ({ lead: id, steps: steps.map((step) => ({ ...step, state })) }));
      for (let from = 0; from < perRound; from += perCommit) {
        const together = points.slice(from, from + perCommit);
        await Promise.all(together.map((point) => store.checkpoint({ ...point, owner, now: at })));
      }
    }
  }
  await store.extend({ owner, leads: [], until: at });
  expect((await rowsRead('leads')) / (rounds * perRound)).toBeLessThan(limit);
});

// Regression: whether a webhook is the oldest of its lead was found among all that wait for the receiver.
it.each(['before Postgres has statistics of the table', 'with statistics'] as const)(
  'reads as few rows to claim webhooks among many that wait, %s',
  async (when) => {
    const { address, store, rowsRead } = await openStore();
    await query(address, 'ALTER TABLE leadchat.webhooks SET (autovacuum_enabled = off)');
    await Promise.all(Array.from({ length: waiting }, () => store.accept(newLead({ record }))));
    if (when === 'with statistics') await query(address, 'ANALYZE leadchat.webhooks');

    await query(address, 'SELECT pg_stat_reset()');
    const claim = { receiver: receivers[0]?.url ?? '', now: at, leaseMs: 15_000, limit: 4 };
    for (let round = 0; round < rounds; round++) {
      const { webhooks } = await store.claimWebhooks({ ...claim, owner: randomUUID() });
      expect(webhooks).toHaveLength(4);
    }
    expect((await rowsRead('webhooks')) / (rounds * 4)).toBeLessThan(20);
  },
);
