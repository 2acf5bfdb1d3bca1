import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { erasePhoneLimits, openPostgresLimiters } from '../../../src/proxy/limits/postgres-limiter.ts';
import { createNodeDeps } from '../../../src/proxy/server/node-deps.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { query, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { configOf } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describe('limits in Postgres', () => {
  it('are shared by all proxies, however many start at the same time', async () => {
    const url = await postgres.createDatabase();
    const proxies = await Promise.all(Array.from({ length: 3 }, () => openPostgresLimiters(url, 'secret')));
    const limiters = proxies.map(({ create }) => create('leads-ip', { points: 5, seconds: 600 }));
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => limiters[index % 3]?.take('192.0.2.1')),
    );
    expect(responses.filter((result) => result?.allowed)).toHaveLength(5);
    expect(await limiters[0]?.take('192.0.2.2')).toEqual({ allowed: true });
    const refused = await limiters[1]?.take('192.0.2.1');
    expect(refused).toMatchObject({ allowed: false });
    for (const { close } of proxies) await close();
  });

  it('are shared by a user who may create nothing in the schema public, as since Postgres 15', async () => {
    const url = await postgres.createDatabase();
    const role = await postgres.createRole(url, { may: 'CREATE' });
    const proxies = [await openPostgresLimiters(role, 'secret'), await openPostgresLimiters(role, 'secret')];
    const limiters = proxies.map(({ create }) => create('leads-ip', { points: 1, seconds: 600 }));
    expect((await limiters[0]?.take('192.0.2.1'))?.allowed).toBe(true);
    expect((await limiters[1]?.take('192.0.2.1'))?.allowed).toBe(false);
    for (const { close } of proxies) await close();
  });

  it('go on from the counts of an earlier build, which are erased with those of this one', async () => {
    const url = await postgres.createDatabase();
    const one = { points: 1, seconds: 600 };
    const earlier = await openPostgresLimiters(url, 'secret');
    await earlier.create('leads-phone', one).take('14155552671');
    await earlier.close();
    await query(url, 'ALTER TABLE leadchat.leadchat_limits SET SCHEMA public');
    const limits = await openPostgresLimiters(url, 'secret');
    expect((await limits.create('leads-phone', one).take('14155552671')).allowed).toBe(false);
    await limits.close();
    await erasePhoneLimits(url, 'secret', ['14155552671']);
    expect(await query(url, 'SELECT * FROM leadchat.leadchat_limits')).toEqual([]);
    expect(await query(url, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });

  it('start when a proxy of an earlier build has counted meanwhile, and beside a table of another user', async () => {
    const url = await postgres.createDatabase();
    const role = await postgres.createRole(url, { may: 'CREATE' });
    await (await openPostgresLimiters(role, 'secret')).close();
    await query(url, 'CREATE TABLE public.leadchat_limits (key text)');
    const beside = await openPostgresLimiters(role, 'secret');
    expect((await beside.create('leads-ip', { points: 1, seconds: 600 }).take('192.0.2.1')).allowed).toBe(true);
    await beside.close();
    await (await openPostgresLimiters(url, 'secret')).close();
    expect(await query(url, `SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });

  // Every key that was counted before the database's clock was set back was refused until then.
  it('begin anew where a window ends later than it can, because the clock of the database was set back', async () => {
    const url = await postgres.createDatabase();
    const { create, close } = await openPostgresLimiters(url, 'secret');
    const limiter = create('leads-ip', { points: 1, seconds: 600 });
    expect(await limiter.take('192.0.2.1')).toEqual({ allowed: true });
    await query(url, 'UPDATE leadchat.leadchat_limits SET expire = expire + 31536000000');
    expect(await limiter.take('192.0.2.1')).toEqual({ allowed: true });
    const refused = await limiter.take('192.0.2.1');
    expect(refused).toMatchObject({ allowed: false });
    expect(refused.allowed ? 0 : refused.retryAfterSeconds).toBeLessThanOrEqual(600);
    await close();
  });

  it('contain neither phones nor addresses', async () => {
    const url = await postgres.createDatabase();
    const { create, close } = await openPostgresLimiters(url, 'secret');
    await create('leads-phone', { points: 1, seconds: 600 }).take('14155552671');
    const rows = await query(url, 'SELECT * FROM leadchat.leadchat_limits');
    await close();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('4155552671');
  });

  it('are counted by each proxy for itself while the database is unreachable', async () => {
    const { create, close } = await openPostgresLimiters(await postgres.createDatabase(), 'secret');
    const limiter = create('leads-ip', { points: 1, seconds: 600 });
    await close();
    expect((await limiter.take('192.0.2.1')).allowed).toBe(true);
    expect((await limiter.take('192.0.2.1')).allowed).toBe(false);
  });

  it('are in memory when the database does not exist', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'leadchat-limits-'));
    const log = new MemoryLog();
    const store = await openSqliteStore(join(folder, 'leads.db'));
    onTestFinished(async () => {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    });
    const deps = await createNodeDeps(configOf({ store: 'postgres://postgres@127.0.0.1:1/none' }), { store, log });
    const limiter = deps.limiter('leads-ip', { points: 1, seconds: 600 });
    expect([(await limiter.take('a')).allowed, (await limiter.take('a')).allowed]).toEqual([true, false]);
    expect(log.events()).toContain('limits-not-shared');
    await deps.release?.();
  });
});
