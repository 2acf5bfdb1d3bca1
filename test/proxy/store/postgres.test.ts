import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { costLimits } from '../../../build/cost-limits.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { createPostgresDatabase } from '../../../src/proxy/store/postgres/database.ts';
import { locks } from '../../../src/proxy/store/postgres/dialect.ts';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { query, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { testLeadsCsv } from '../admin/leads-csv-suite.ts';
import { at, callPlan, newLead, stored, sweepAll, testLeadStore } from './contract.ts';
import { receivers } from './contract-webhooks.ts';
import { leastLeadCosts } from './lead-costs.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

testLeadStore('Postgres store', async () => {
  const url = await postgres.createDatabase();
  return {
    open: (owner, more) => openPostgresStore(url, { receivers, ...(owner && { owner }), ...more }),
    async execute(sql) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`SET search_path TO leadchat; ${sql}`);
      await client.end();
    },
    // The databases end with the server.
    remove: async () => {},
  };
});

describe('proxies that share a Postgres', () => {
  let url: string;
  beforeAll(async () => {
    url = await postgres.createDatabase();
  });

  describe('the dashboard', () => {
    let store: LeadStore;
    beforeAll(async () => {
      store = await openPostgresStore(url);
    });
    afterAll(() => store.close());
    testLeadsCsv(() => store);
  });

  const open = async () => {
    const store = await openPostgresStore(url);
    onTestFinished(() => store.close());
    return store;
  };

  // In Turkish, the small letter of I is ı, also in a name without any other Turkish letter.
  it('find names in a database whose letters follow Turkish, too', async () => {
    const turkish = "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'tr' LOCALE 'C'";
    const store = await openPostgresStore(await postgres.createDatabase(turkish));
    onTestFinished(() => store.close());
    const found = async (search: string) => (await store.list({ search })).map(({ id }) => id);
    for (const [name, ...searches] of [
      ['TITANIC', 'titanic', 'Titanic', 'TITANIC'],
      ['DILIP', 'dilip', 'Dilip'],
      ['İdil', 'idil', 'IDIL', 'İDİL'],
      ['IŞIL', 'ışıl', 'isil', 'ISIL'],
    ]) {
      const id = await stored(store, { record: { first_name: name } });
      for (const search of searches) expect(await found(search), `${name} by ${search}`).toContain(id);
    }
  });

  // It waited for the end of the lease that its lead's earlier one had: 20 s, for one in a hundred with two proxies.
  it('posts a webhook at once that was written while an earlier one of its lead was being settled', async () => {
    const own = await postgres.createDatabase();
    const [intake, poster] = await Promise.all([
      openPostgresStore(own, { receivers }),
      openPostgresStore(own, { receivers }),
    ]);
    const client = new pg.Client({ connectionString: own });
    await client.connect();
    onTestFinished(async () => {
      await client.end();
      await Promise.all([intake.close(), poster.close()]);
    });
    const claim = { receiver: 'https://crm.example.com/hook', now: at, leaseMs: 20_000, limit: 100 };
    const lead = await stored(intake);
    const [accepted] = (await poster.claimWebhooks({ ...claim, owner: 'first' })).webhooks;
    // The next one of the lead is written, and not committed yet.
    await client.query(`
      CREATE FUNCTION leadchat.hold() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NULL; END';
      CREATE TRIGGER hold AFTER INSERT ON leadchat.webhooks EXECUTE FUNCTION leadchat.hold()`);
    await client.query('SELECT pg_advisory_lock(4711)');
    const closing = intake.closeLead(lead, { now: at, by: 'Grace' });
    await until('the change waits to be committed', async () => {
      // Other databases of the server have their own waiting locks.
      const { rows } = await client.query(`
        SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
      return rows.length > 0;
    });
    await poster.settleWebhook(accepted?.id ?? '', 'first', { state: 'delivered', at, answer: '204' });
    await client.query('SELECT pg_advisory_unlock(4711)');
    await closing;
    const { webhooks } = await poster.claimWebhooks({ ...claim, owner: 'second' });
    expect(webhooks).toMatchObject([{ lead: { id: lead }, facts: { type: 'lead.closed' } }]);
  });

  /** Ends every connection of the database, as a restart or a failover does. */
  const endConnections = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await client.end();
  };

  it('wakes the deliveries of all of them when one accepts a lead, also after the connections were ended', async () => {
    const [first, second] = [await open(), await open()];
    let notifications = 0;
    second.subscribe(() => notifications++);
    await until('it listens', () => notifications > 0);
    for (const round of [1, 2]) {
      const before = notifications;
      await stored(first);
      await until(`a lead of the other proxy wakes it, round ${round}`, () => notifications > before);
      await endConnections();
      await until('the store can be used again', () =>
        first.check().then(
          () => true,
          () => false,
        ),
      );
      await until('it listens again', () => notifications > before + 1);
    }
  });

  // Only SQLite had it, so that each list and count of calls read all of them.
  it('find calls of a state by an index', async () => {
    await open();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query(
      `SELECT indexdef FROM pg_indexes WHERE schemaname = 'leadchat' AND indexname = 'calls_state'`,
    );
    expect(rows).toEqual([{ indexdef: expect.stringContaining('(state, requested_at)') }]);
  });

  // Each waited for a key that the other had stored, until Postgres ended one of them.
  it('accept the same leads at once in different orders', async () => {
    const address = await postgres.createDatabase();
    const stores = [await openPostgresStore(address), await openPostgresStore(address)];
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`
      CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.2); RETURN NEW; END $$;
      CREATE TRIGGER pause BEFORE INSERT ON leadchat.leads FOR EACH ROW EXECUTE FUNCTION pause()`);
    const leads = [newLead(), newLead(), newLead()];
    const acceptances = await Promise.all([
      ...leads.map((lead) => stores[0]?.accept(lead)),
      ...leads.toReversed().map((lead) => stores[1]?.accept(lead)),
    ]);
    expect(acceptances.map((acceptance) => acceptance?.outcome).sort()).toEqual([
      ...['repeated', 'repeated', 'repeated'],
      ...['stored', 'stored', 'stored'],
    ]);
  });

  // More than half of the leads that came at the same time were refused.
  it.each(['serializable', 'repeatable read'])(
    'store and deliver what comes at the same time in a database whose transactions are %s by default',
    async (level) => {
      const address = await postgres.createDatabase();
      const name = new URL(address).pathname.slice(1);
      await query(address, `ALTER DATABASE "${name}" SET default_transaction_isolation = '${level}'`);
      const stores = [await openPostgresStore(address), await openPostgresStore(address)];
      onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
      const turns = Array.from({ length: 10 }, (_, turn) => turn);
      const work = async (store: LeadStore, turn: number) => {
        const owner = `owner ${turn}`;
        await stored(store, { phone: `1415555${1000 + turn}`, callback: callPlan() });
        await store.keepSession(await stored(store), null);
        const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 4 });
        for (const { id, steps } of leads) {
          const done = steps.map((step) => ({ ...step, state: 'done' as const }));
          await store.checkpoint({ lead: id, owner, now: at, steps: done });
        }
        await store.check();
      };
      const working = turns.flatMap((turn) => stores.map((store, index) => work(store, 2 * turn + index)));
      const failures = (await Promise.allSettled(working)).filter(({ status }) => status === 'rejected');
      expect(failures).toEqual([]);
    },
  );

  it.each(['standard_conforming_strings', 'array_nulls'])(
    'use a database that has %s off by default',
    async (setting) => {
      const address = await postgres.createDatabase();
      const name = new URL(address).pathname.slice(1);
      await query(address, `ALTER DATABASE "${name}" SET ${setting} = off`);
      const store = await openPostgresStore(address);
      onTestFinished(() => store.close());
      const lead = await stored(store, { record: { first_name: 'Zoë' } });
      expect(await store.list({ search: 'zoe' })).toMatchObject([{ id: lead }]);
    },
  );

  it.each([
    ['PGOPTIONS', '-c search_path=mine -c array_nulls=off', undefined],
    ['the address', undefined, '-c search_path=mine -c array_nulls=off'],
    ['the address rather than PGOPTIONS', '-c search_path=others', String.raw`-csearch_path=mi\ne`],
  ])('start a connection with the options of %s besides their own', async (_, ofEnvironment, ofAddress) => {
    vi.stubEnv('PGOPTIONS', ofEnvironment);
    onTestFinished(() => void vi.unstubAllEnvs());
    const address = new URL(url);
    if (ofAddress !== undefined) address.searchParams.set('options', ofAddress);
    const database = createPostgresDatabase(address.href);
    onTestFinished(() => database.close());
    const setting = async (name: string) => (await database.get('SELECT current_setting($1) AS value', [name]))?.value;
    expect(await setting('search_path')).toBe('mine');
    expect(await setting('array_nulls')).toBe('on');
    expect(await setting('jit')).toBe('off');
    expect(await setting('default_transaction_isolation')).toBe('read committed');
  });

  // What the proxy of Amazon RDS says of them.
  it('open a database behind a pooler that takes no options when a connection starts', async () => {
    const { port, hostname } = new URL(url);
    const refusal =
      "SFATAL\0C0A000\0MFeature not supported: RDS Proxy currently doesn't support command-line options.\0\0";
    const length = Buffer.alloc(4);
    length.writeInt32BE(refusal.length + 4);
    const sockets = new Set<Socket>();
    const pooler = createServer((socket) => {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .once('data', (startup) => {
          if (startup.includes('\0options\0'))
            return socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(refusal)]));
          const server = connect(Number(port), hostname, () => server.write(startup));
          server
            .on('error', () => {})
            .pipe(socket)
            .pipe(server);
          return socket;
        });
    });
    await once(pooler.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      pooler.close();
    });
    const listening = pooler.address();
    const address = new URL(url);
    address.port = typeof listening === 'object' && listening !== null ? String(listening.port) : '';
    const store = await openPostgresStore(address.href);
    expect((await store.find(await stored(store)))?.state).toBe('pending');
    await store.close();
  });

  it('lets a proxy claim the leads of other phones while another one claims', async () => {
    const address = await postgres.createDatabase();
    const store = await openPostgresStore(address);
    onTestFinished(() => store.close());
    const [first, second] = ['14155550101', '14155550102'];
    await stored(store, { phone: first });
    const other = await stored(store, { phone: second });
    const claiming = new pg.Client({ connectionString: address });
    await claiming.connect();
    onTestFinished(() => claiming.end());
    await claiming.query('BEGIN');
    await claiming.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [locks.claim, first]);
    const { leads } = await store.claim({ owner: 'owner', now: at, leaseMs: 15_000, limit: 1 });
    expect(leads.map(({ id }) => id)).toEqual([other]);
  });

  it('deliver one lead of a phone at a time, however many claim while leads are stored', async () => {
    const address = await postgres.createDatabase();
    const stores = await Promise.all(Array.from({ length: 3 }, () => openPostgresStore(address)));
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const leadCount = 240;
    const phones = Array.from({ length: 8 }, (_, index) => String(14_155_550_200 + index));
    const inFlight = new Set<string>();
    const delivered: string[] = [];
    const storing = Promise.all(
      Array.from({ length: leadCount }, (_, index) =>
        stores[index % 3]?.accept(newLead({ phone: phones[(index * 7) % phones.length] ?? '' })),
      ),
    );
    const deliver = async (store: LeadStore, owner: string) => {
      while (delivered.length < leadCount) {
        const { leads } = await store.claim({ owner, now: at, leaseMs: 15_000, limit: 4 });
        for (const { phone } of leads) {
          expect(inFlight).not.toContain(phone);
          inFlight.add(phone);
        }
        for (const { id, phone, steps } of leads) {
          // Before the commit, because after it another proxy may claim the next lead of this phone.
          inFlight.delete(phone);
          const done = steps.map((step) => ({ ...step, state: 'done' as const }));
          await store.checkpoint({ lead: id, owner, now: at, steps: done });
          delivered.push(id);
        }
      }
    };
    await Promise.all(stores.map((store, index) => deliver(store, `owner ${index}`)));
    await storing;
    expect(new Set(delivered).size).toBe(leadCount);
  });

  it('sweep side by side, each of them other leads', async () => {
    const address = await postgres.createDatabase();
    const stores = await Promise.all([openPostgresStore(address), openPostgresStore(address)]);
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const leadCount = 1_000;
    const leads = Array.from({ length: leadCount }, () => newLead({ held: 'honeypot', callback: callPlan() }));
    await Promise.all(leads.map((lead) => stores[0]?.accept(lead)));
    const request = { now: at + 2, scrubAfterMs: 1, deleteAfterMs: 1, deleteUnresolvedAfterMs: 1 };
    for (let round = 0; round < 5; round++) {
      const swept = await Promise.all(stores.map((store) => store.sweep({ ...request, limit: 100 })));
      expect(swept.map(({ deleted }) => deleted)).toEqual([100, 100]);
    }
    expect((await stores[0]?.counts())?.held).toBe(0);
    expect((await stores[0]?.callCounts())?.refused).toBe(0);
  });

  it('do not wait for a lead that another transaction has locked: the next sweep deletes it', async () => {
    const address = await postgres.createDatabase();
    const store = await openPostgresStore(address);
    onTestFinished(() => store.close());
    const leads = [await stored(store, { held: 'honeypot' }), await stored(store, { held: 'honeypot' })];
    const request = { now: at + 2, scrubAfterMs: 1, deleteAfterMs: 1, deleteUnresolvedAfterMs: 1 };
    const locking = new pg.Client({ connectionString: address });
    await locking.connect();
    onTestFinished(() => locking.end());
    await locking.query('BEGIN');
    await locking.query('SELECT 1 FROM leadchat.leads WHERE lead = $1 FOR UPDATE', [leads[0]]);
    expect(await sweepAll(store, request)).toEqual({ scrubbed: 0, deleted: 1 });
    expect(await store.find(leads[0] ?? '')).toBeDefined();
    await locking.query('COMMIT');
    expect(await sweepAll(store, request)).toEqual({ scrubbed: 0, deleted: 1 });
  });

  it('find the leads that are due for a sweep, and what belongs to them, by indexes', async () => {
    const address = await postgres.createDatabase();
    const store = await openPostgresStore(address);
    onTestFinished(() => store.close());
    const client = new pg.Client({ connectionString: address });
    await client.connect();
    onTestFinished(() => client.end());
    await Promise.all([stored(store), stored(store, { held: 'honeypot' })]);
    await client.query(`UPDATE leadchat.leads SET state = 'delivered', ended_at = $1 WHERE state = 'pending'`, [at]);
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const request = { now: at + 2, scrubAfterMs: 1, deleteAfterMs: 1, deleteUnresolvedAfterMs: 1, limit: 10 };
    expect(await store.sweep(request)).toEqual({ scrubbed: 1, deleted: 2, isComplete: true });
    const calls: unknown[][] = query.mock.calls;
    query.mockRestore();
    const plans = new Map<string, string>();
    await client.query('BEGIN');
    const statement = z.object({ text: z.string(), values: z.array(z.unknown()) });
    for (const [sql] of calls) {
      if (typeof sql === 'string' && sql.startsWith('SET LOCAL')) await client.query(sql);
      const { data } = statement.safeParse(sql);
      if (data === undefined) continue;
      const { rows } = await client.query(`EXPLAIN ${data.text}`, data.values);
      plans.set(data.text, rows.map((row) => row['QUERY PLAN']).join('\n'));
    }
    await client.query('ROLLBACK');
    // Any other plan reads all leads that are due, or all webhooks, for each transaction of the sweep.
    for (const plan of plans.values()) expect(plan).not.toMatch(/Seq Scan|Bitmap|Sort/);
    const indexes = ['leads_unscrubbed', 'leads_ended', 'leads_held', 'calls_lead', 'webhooks_lead', 'enrolments_pkey'];
    const used = [...plans.values()].join('\n');
    for (const index of indexes) expect(used).toContain(index);
  });

  // Regression: the erasure deleted calls before it locked the lead, so it missed a call that was being requested.
  it('erase a lead with the call that another one is adding', async () => {
    const address = await postgres.createDatabase();
    const store = await openPostgresStore(address);
    onTestFinished(() => store.close());
    const phone = '14155550110';
    const lead = await stored(store, { phone });
    const requesting = new pg.Client({ connectionString: address });
    await requesting.connect();
    onTestFinished(() => requesting.end());
    await requesting.query('BEGIN');
    await requesting.query('SELECT 1 FROM leadchat.leads WHERE lead = $1 FOR UPDATE', [lead]);
    await requesting.query(
      `INSERT INTO leadchat.calls (call, lead, phone, ip, country, agent, state, requested_at, expires_at)
       VALUES ('call', $1, $2, '', '', '', 'planned', 0, 0)`,
      [lead, phone],
    );
    const erasing = store.erase({ phone });
    const watching = new pg.Client({ connectionString: address });
    await watching.connect();
    onTestFinished(() => watching.end());
    await until('the erasure waits for the lead', async () => {
      const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await watching.query(sql)).rows.length > 0;
    });
    await requesting.query('COMMIT');
    expect(await erasing).toBe(1);
    expect(await store.phoneRecords(phone)).toEqual({ leads: [], calls: [], enrolments: [], webhooks: [] });
  });

  // Regression: the erasure found calls and enrolments by their lead only, while an export finds them by phone.
  it('erase the calls and enrolments of a phone that have no lead any more', async () => {
    const address = await postgres.createDatabase();
    const store = await openPostgresStore(address);
    onTestFinished(() => store.close());
    const phone = '14155550111';
    const lead = await stored(store, { phone, callback: callPlan() });
    const older = new pg.Client({ connectionString: address });
    await older.connect();
    onTestFinished(() => older.end());
    await older.query('INSERT INTO leadchat.enrolments (phone, journey, lead, at) VALUES ($1, $2, $3, 0)', [
      phone,
      'j',
      lead,
    ]);
    await older.query('DELETE FROM leadchat.leads WHERE lead = $1', [lead]);
    expect(await store.phoneRecords(phone)).toMatchObject({ calls: [{}], enrolments: [{}] });
    expect(await store.erase({ phone })).toBe(0);
    expect(await store.phoneRecords(phone)).toEqual({ leads: [], calls: [], enrolments: [], webhooks: [] });
  });

  it('accepts and delivers a lead with as few statements as build/cost-limits.ts allows', async () => {
    // With its own database, because leads of other tests would be delivered too.
    const store = await openPostgresStore(await postgres.createDatabase());
    onTestFinished(() => store.close());
    const query = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => query.mockRestore());
    const { postgresAccept: accept, postgresDeliver: deliver, postgresDeliverTag: deliverTag } = costLimits.lead;
    const costs = await leastLeadCosts(store, () => query.mock.calls.length, { accept, deliver, deliverTag });
    expect(costs.accept).toBeLessThanOrEqual(accept);
    expect(costs.deliver).toBeLessThanOrEqual(deliver);
    expect(costs.deliverTag).toBeLessThanOrEqual(deliverTag);
  });

  // The last notification waited for a connection of a pool that had ended.
  it('close right after many leads were stored', async () => {
    const store = await openPostgresStore(await postgres.createDatabase());
    await Promise.all(Array.from({ length: 40 }, () => stored(store, { callback: callPlan() })));
    await Promise.all(Array.from({ length: 40 }, () => Promise.all([store.find('absent'), stored(store)])));
    const startedAt = performance.now();
    await store.close();
    // It gave up waiting for a connection after five seconds.
    expect(performance.now() - startedAt).toBeLessThan(4_000);
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
  });

  // A pooler in transaction mode lends another connection for each transaction.
  it('continue over connections that have lost their prepared statements', async () => {
    const database = createPostgresDatabase(url, { maxConnections: 1 });
    onTestFinished(() => database.close());
    const length = 'SELECT length($1) AS n';
    expect(await database.get(length, ['four'])).toEqual({ n: 4 });
    await database.transaction((tx) => tx.script('DEALLOCATE ALL'));
    expect(await database.get(length, ['four'])).toEqual({ n: 4 });
    expect(await database.transaction((tx) => tx.get(length, ['four']))).toEqual({ n: 4 });
  });

  it('rejects what is in flight when its connections end, and continues with new ones', async () => {
    const store = await open();
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 20; round++) {
      const inFlight = Array.from({ length: 20 }, () => store.accept(newLead()));
      const [, ...settled] = await Promise.all([
        endConnections(),
        ...inFlight.map((accepted) => Promise.allSettled([accepted])),
      ]);
      outcomes.push(...settled.flat());
    }
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const error of errors) expect(error).toMatchObject({ name: 'StoreError', code: 'unavailable' });
    await until('a lead is stored again', () =>
      stored(store).then(
        () => true,
        () => false,
      ),
    );
  });

  it('rejects a lead whose connection ends before its commit', async () => {
    const address = await postgres.createDatabase();
    const store = await openPostgresStore(address);
    onTestFinished(() => store.close());
    const other = new pg.Client({ connectionString: address });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query('BEGIN');
    await other.query('LOCK TABLE leadchat.leads');
    let error: unknown;
    const accepting = store.accept(newLead()).catch((reason: unknown) => {
      error = reason;
    });
    // The store may try again, over another connection.
    await until('the lead is rejected', async () => {
      const waiting = `datname = current_database() AND wait_event_type = 'Lock'`;
      // A transaction reads pg_stat_activity once, and then sees no connection that waits later.
      await other.query('SELECT pg_stat_clear_snapshot()');
      await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${waiting}`);
      return error !== undefined;
    });
    await accepting;
    expect(error).toMatchObject({ name: 'StoreError', code: 'unavailable' });
  });

  it('does not change a database without a store, if it may not create one', async () => {
    const empty = await postgres.createDatabase();
    await expect(openPostgresStore(empty, { mustExist: true })).rejects.toMatchObject({
      name: 'StoreError',
      message: expect.stringContaining('holds no store of leadchat'),
    });
    const client = new pg.Client({ connectionString: empty });
    await client.connect();
    const { rows } = await client.query(`SELECT nspname FROM pg_namespace WHERE nspname = 'leadchat'`);
    await client.end();
    expect(rows).toEqual([]);
    await open();
    await (await openPostgresStore(url, { mustExist: true })).close();
  });

  it('needs no right to create schemas where an administrator has created it', async () => {
    const database = await postgres.createDatabase();
    const role = await postgres.createRole(database, { may: 'CONNECT' });
    const refused = await openPostgresStore(role).catch((error: unknown) => error);
    expect(refused).toMatchObject({ message: expect.stringContaining('GRANT CREATE ON DATABASE') });
    const { username } = new URL(role);
    for (const statement of ['CREATE SCHEMA leadchat', `GRANT USAGE ON SCHEMA leadchat TO ${username}`]) {
      await query(database, statement);
      await expect(openPostgresStore(role), statement).rejects.toMatchObject({
        message: expect.stringContaining('ALTER SCHEMA leadchat OWNER TO'),
        retryAfterMs: undefined,
      });
    }
    await query(database, `ALTER SCHEMA leadchat OWNER TO ${username}`);
    await (await openPostgresStore(role)).close();
  });

  // A proxy that was forgotten during a restore said "the database cannot be used (42P01)".
  it('says of a database whose tables are gone what is missing and what to do', async () => {
    const database = await postgres.createDatabase();
    const store = await openPostgresStore(database);
    onTestFinished(() => store.close());
    await query(database, 'DROP SCHEMA leadchat CASCADE');
    await expect(store.list({})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('its tables are missing; restore a backup, or restart the proxy'),
    });
  });

  it('is retried if it is unreachable, but needs another address if the server has no such database', async () => {
    const wrong = new URL(url);
    wrong.pathname = '/absent';
    const refused = await openPostgresStore(wrong.href).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      message: expect.stringMatching(/absent at .* the server has no such database/),
      retryAfterMs: undefined,
    });
    wrong.port = '1';
    await expect(openPostgresStore(wrong.href)).rejects.toMatchObject({
      message: expect.stringContaining('no server listens there'),
      retryAfterMs: 5_000,
    });
    const encrypted = await openPostgresStore(`${url}?sslmode=verify-full`).catch((error: unknown) => error);
    expect(encrypted).toMatchObject({
      message: expect.stringContaining('the server offers no TLS; leave sslmode out'),
      retryAfterMs: undefined,
    });
  });
});
