import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { StoredLead } from '../../../src/proxy/domain/lead.ts';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { query, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { at, newLead } from './contract.ts';

const leaseMs = 15_000;

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

/** A store with leads that are claimed. */
async function openWithClaimed(leadCount: number) {
  const address = await postgres.createDatabase();
  const store = await openPostgresStore(address);
  let isClosed = false;
  const close = async () => {
    if (!isClosed) await store.close();
    isClosed = true;
  };
  onTestFinished(close);
  await Promise.all(Array.from({ length: leadCount }, () => store.accept(newLead())));
  const owner = randomUUID();
  const { leads } = await store.claim({ owner, now: at, leaseMs, limit: leadCount });
  expect(leads).toHaveLength(leadCount);
  const commit = ({ id, steps }: StoredLead, state: 'sending' | 'done') =>
    store.checkpoint({ lead: id, owner, now: at, steps: steps.map((step) => ({ ...step, state })) });
  return { address, store, owner, leads, commit, close };
}

/** Keeps a lead locked until the returned function is called, as an operator's change does. */
async function lock(address: string, lead: string | undefined) {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM leadchat.leads WHERE lead = $1 FOR UPDATE', [lead]);
  return () => client.query('COMMIT');
}

describe('deliveries that share commits on Postgres', () => {
  // Each waited for rows of the other until Postgres ended one of them, a second later: leases are renewed in the order of
  // their index, and commits came in their own.
  it('commit beside the renewal of their leases', async () => {
    const { address, store, owner, leads, commit, close } = await openWithClaimed(60);
    await query(
      address,
      `CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.002); RETURN NEW; END $$;
       CREATE TRIGGER pause BEFORE UPDATE ON leadchat.leads FOR EACH ROW EXECUTE FUNCTION pause()`,
    );
    let areCommitted = false;
    const renewing = (async () => {
      while (!areCommitted) await store.extend({ owner, leads: leads.map(({ id }) => id), until: at + leaseMs });
    })();
    const orders = [leads.toReversed(), leads.filter((_, index) => index % 3 === 0).toReversed(), leads];
    for (const order of orders) await Promise.all(order.map((lead) => commit(lead, 'sending')));
    await Promise.all(leads.toReversed().map((lead) => commit(lead, 'done')));
    areCommitted = true;
    await renewing;
    // A connection that ends has reported its deadlocks.
    await close();
    const deadlocks = 'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()';
    await until('every connection has ended', async () => {
      const others = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
      return (await query(address, others)).length === 0;
    });
    const [{ n }] = z.tuple([z.object({ n: z.number() })]).parse(await query(address, deadlocks));
    expect(n).toBe(0);
  });

  // All points that came together, and all later ones, waited for it.
  it.each(['sending', 'done'] as const)('wait for no lead but their own that another has locked: %s', async (state) => {
    const { address, store, leads, commit } = await openWithClaimed(12);
    const locked = [leads[3], leads[7]];
    const unlock = await Promise.all(locked.map((lead) => lock(address, lead?.id)));
    const others = leads.filter((lead) => !locked.includes(lead));
    const committed: string[] = [];
    const committing = leads.map(async (lead) => {
      await commit(lead, state);
      committed.push(lead.id);
    });
    await until('the others are committed', () => committed.length === others.length, 4_000);
    expect(new Set(committed)).toEqual(new Set(others.map(({ id }) => id)));
    await Promise.all(unlock.map((end) => end()));
    await Promise.all(committing);
    for (const { id, steps } of leads) {
      expect((await store.find(id))?.steps).toEqual(steps.map((step) => ({ ...step, state })));
    }
  });

  it('keep the leases of the other leads while one is locked', async () => {
    const { address, store, owner, leads } = await openWithClaimed(5);
    const unlock = await lock(address, leads[1]?.id);
    await store.extend({ owner, leads: leads.map(({ id }) => id), until: at + 2 * leaseMs });
    await unlock();
    const claimed = await store.claim({ owner: randomUUID(), now: at + leaseMs, leaseMs, limit: 10 });
    expect(claimed.leads.map(({ id }) => id)).toEqual([leads[1]?.id]);
  });
});
