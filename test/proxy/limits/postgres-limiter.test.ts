import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { costLimits } from '../../../build/cost-limits.ts';
import type { Limiter } from '../../../src/proxy/limits/limiter.ts';
import { erasePhoneLimits, openPostgresLimiters } from '../../../src/proxy/limits/postgres-limiter.ts';
import { createNodeDeps } from '../../../src/proxy/server/node-deps.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { query, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { configOf } from '../support/harness.ts';
import { MemoryLog } from '../support/memory-log.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Waits until a proxy has told the others what it has counted of the one key of this limit. */
async function tells(url: string, name: string, points: number): Promise<void> {
  const told = `SELECT 1 FROM leadchat.leadchat_limits WHERE key LIKE '${name}:%' AND points = ${points}`;
  await until(`${points} points of ${name} are told`, async () => (await query(url, told)).length === 1);
}

/** Waits until a limiter, which has taken one point of several itself, refuses the next: it then knows of the other proxies. */
async function knows(limiter: Limiter | undefined, key: string): Promise<void> {
  await until('the limiter knows of the other proxies', async () => {
    const result = await limiter?.take(key);
    if (result?.allowed === true) await limiter?.reward(key);
    return result?.allowed === false;
  });
}

describe('limits in Postgres', () => {
  it('are shared by all proxies: each allows as many as one alone until they know of each other, and then none', async () => {
    const url = await postgres.createDatabase();
    const proxies = await Promise.all(Array.from({ length: 3 }, () => openPostgresLimiters(url, 'secret')));
    const limiters = proxies.map(({ create }) => create('leads-ip', { points: 5, seconds: 600 }));
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => limiters[index % 3]?.take('192.0.2.1')),
    );
    expect(responses.filter((result) => result?.allowed)).toHaveLength(15);
    expect(await limiters[0]?.take('192.0.2.2')).toEqual({ allowed: true });
    const later = proxies.map(({ create }) => create('leads-ip-day', { points: 5, seconds: 600 }));
    for (let count = 0; count < 5; count++) expect(await later[0]?.take('192.0.2.1')).toEqual({ allowed: true });
    // A proxy learns of the others when it tells them something itself.
    await tells(url, 'leads-ip-day', 5);
    expect(await later[1]?.take('192.0.2.1')).toEqual({ allowed: true });
    await knows(later[1], '192.0.2.1');
    for (const { close } of proxies) await close();
  });

  it('give points back to all proxies, but none of a window that has ended', async () => {
    const url = await postgres.createDatabase();
    const proxies = [await openPostgresLimiters(url, 'secret'), await openPostgresLimiters(url, 'secret')];
    const [first, second] = proxies.map(({ create }) => create('leads-ip', { points: 3, seconds: 600 }));
    for (let count = 0; count < 3; count++) await first?.take('192.0.2.1');
    await tells(url, 'leads-ip', 3);
    await second?.take('192.0.2.1');
    await knows(second, '192.0.2.1');
    for (let count = 0; count < 3; count++) await first?.reward('192.0.2.1');
    const points = async () => (await query(url, 'SELECT points FROM leadchat.leadchat_limits'))[0];
    await until('the points are back', async () => JSON.stringify(await points()) === '{"points":1}');
    await query(url, 'UPDATE leadchat.leadchat_limits SET expire = 0');
    await first?.reward('192.0.2.1');
    await until('the window has begun anew', async () => JSON.stringify(await points()) === '{"points":0}');
    await first?.reward('192.0.2.2');
    for (const { close } of proxies) await close();
    expect(await query(url, 'SELECT points FROM leadchat.leadchat_limits')).toEqual([{ points: 0 }]);
  });

  it('take as few statements as build/cost-limits.ts allows, however many visitors come', async () => {
    const { create, close } = await openPostgresLimiters(await postgres.createDatabase(), 'secret');
    const limiters = ['leads-ip', 'leads-phone', 'leads-site'].map((name) => create(name, { points: 9, seconds: 600 }));
    const statements = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => statements.mockRestore());
    const startedAt = performance.now();
    await until('a second has passed', async () => {
      for (const limiter of limiters) await limiter.take(randomUUID());
      return performance.now() - startedAt > 1_000;
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    await close();
    expect(statements.mock.calls.length).toBeGreaterThan(1);
    // The last, when they are closed, comes at any time.
    expect(statements.mock.calls.length).toBeLessThanOrEqual(seconds * costLimits.proxy.limitStatementsPerSecond + 1);
  });

  it('are shared by a user who may create nothing in the schema public, as since Postgres 15', async () => {
    const url = await postgres.createDatabase();
    const role = await postgres.createRole(url, { may: 'CREATE' });
    const proxies = [await openPostgresLimiters(role, 'secret'), await openPostgresLimiters(role, 'secret')];
    const [first, second] = proxies.map(({ create }) => create('leads-ip', { points: 3, seconds: 600 }));
    for (let count = 0; count < 3; count++) await first?.take('192.0.2.1');
    await tells(url, 'leads-ip', 3);
    expect((await second?.take('192.0.2.1'))?.allowed).toBe(true);
    await knows(second, '192.0.2.1');
    for (const { close } of proxies) await close();
  });

  it('go on from the counts of an earlier build, which are erased with those of this one', async () => {
    const url = await postgres.createDatabase();
    const limit = { points: 3, seconds: 600 };
    const earlier = await openPostgresLimiters(url, 'secret');
    for (let count = 0; count < 3; count++) await earlier.create('leads-phone', limit).take('14155552671');
    await earlier.close();
    await query(url, 'ALTER TABLE leadchat.leadchat_limits SET SCHEMA public');
    const limits = await openPostgresLimiters(url, 'secret');
    const limiter = limits.create('leads-phone', limit);
    expect((await limiter.take('14155552671')).allowed).toBe(true);
    await knows(limiter, '14155552671');
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
    const limit = { points: 2, seconds: 600 };
    const before = await openPostgresLimiters(url, 'secret');
    for (let count = 0; count < 2; count++) await before.create('leads-ip', limit).take('192.0.2.1');
    await before.close();
    await query(url, 'UPDATE leadchat.leadchat_limits SET expire = expire + 31536000000');
    const { create, close } = await openPostgresLimiters(url, 'secret');
    const limiter = create('leads-ip', limit);
    expect(await limiter.take('192.0.2.1')).toEqual({ allowed: true });
    const begunAnew = 'SELECT 1 FROM leadchat.leadchat_limits WHERE expire < extract(epoch FROM now()) * 1000 + 601000';
    await until('the window has begun anew', async () => (await query(url, begunAnew)).length === 1);
    expect(await limiter.take('192.0.2.1')).toEqual({ allowed: true });
    const refused = await limiter.take('192.0.2.1');
    expect(refused).toMatchObject({ allowed: false });
    expect(refused.allowed ? 0 : refused.retryAfterSeconds).toBeLessThanOrEqual(600);
    await close();
  });

  it('count nothing of a window that ended while the database did not respond', async () => {
    const url = await postgres.createDatabase();
    const { create, close } = await openPostgresLimiters(url, 'secret');
    onTestFinished(close);
    const [short, long] = [1, 600].map((seconds) => create(`leads-${seconds}`, { points: 3, seconds }));
    await query(url, 'ALTER TABLE leadchat.leadchat_limits RENAME TO leadchat_limits_away');
    for (let count = 0; count < 3; count++) {
      await short?.take('192.0.2.1');
      await short?.take('192.0.2.2');
      await long?.take('192.0.2.1');
    }
    const takes = async () => (await short?.take('192.0.2.2'))?.allowed === true;
    // A busy machine begins more than one window of a second above; after another second, all of them have ended.
    const countedAt = performance.now();
    await until('the short windows have ended', () => performance.now() - countedAt > 1_000);
    await until('another window has begun', takes);
    await query(url, 'ALTER TABLE leadchat.leadchat_limits_away RENAME TO leadchat_limits');
    const points = () => query(url, 'SELECT points > 3 AS beyond FROM leadchat.leadchat_limits');
    await until('the points are shared', async () => {
      await takes();
      return (await points()).length > 1;
    });
    expect(await points()).toEqual([{ beyond: false }, { beyond: false }]);
    expect((await long?.take('192.0.2.1'))?.allowed).toBe(false);
  });

  it('let one more pass for each further proxy, to visitors who come one after another', async () => {
    const url = await postgres.createDatabase();
    const proxies = await Promise.all(Array.from({ length: 3 }, () => openPostgresLimiters(url, 'secret')));
    const limiters = proxies.map(({ create }) => create('leads-ip', { points: 5, seconds: 600 }));
    let passed = 0;
    for (let visit = 0; visit < 12; visit++) {
      const limiter = limiters[visit % 3];
      if ((await limiter?.take('192.0.2.1'))?.allowed !== true) continue;
      passed++;
      await tells(url, 'leads-ip', passed);
    }
    expect(passed).toBe(5 + 2);
    for (const { close } of proxies) await close();
  });

  it('leave no timer when they are closed, also while points are shared, and after', async () => {
    const url = await postgres.createDatabase();
    const { create, close } = await openPostgresLimiters(url, 'secret');
    const limiter = create('leads-ip', { points: 5, seconds: 600 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await limiter.take('192.0.2.1');
    vi.advanceTimersByTime(1_000);
    await limiter.take('192.0.2.2');
    await close();
    expect(vi.getTimerCount()).toBe(0);
    await limiter.take('192.0.2.3');
    expect(vi.getTimerCount()).toBe(0);
    expect(await query(url, 'SELECT points FROM leadchat.leadchat_limits')).toEqual([{ points: 1 }, { points: 1 }]);
  });

  it('contain neither phones nor addresses', async () => {
    const url = await postgres.createDatabase();
    const { create, close } = await openPostgresLimiters(url, 'secret');
    await create('leads-phone', { points: 1, seconds: 600 }).take('14155552671');
    await close();
    const rows = await query(url, 'SELECT * FROM leadchat.leadchat_limits');
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
