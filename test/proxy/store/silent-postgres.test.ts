import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openPostgresLimiters } from '../../../src/proxy/limits/postgres-limiter.ts';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { startBlackHole } from '../../support/black-hole.ts';
import { startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { until } from '../../support/until.ts';
import { newLead } from './contract.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** A database whose host can disappear from the network without closing a connection. */
async function createDatabase() {
  const url = new URL(await postgres.createDatabase());
  const hole = await startBlackHole({ host: url.hostname, port: Number(url.port) });
  onTestFinished(hole.stop);
  url.port = String(hole.port);
  return { url: url.href, fallSilent: hole.fallSilent };
}

// A query had no time limit: requests, deliveries and the stop waited for ever.
it('refuses a lead in time when the database falls silent, and stops', async () => {
  const { url, fallSilent } = await createDatabase();
  const store = await openPostgresStore(url, { timeoutMs: 1_000 });
  let notifications = 0;
  store.subscribe(() => notifications++);
  await until('it listens', () => notifications > 0);
  await store.accept(newLead());
  fallSilent();
  const startedAt = performance.now();
  await expect(store.accept(newLead())).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
  await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
  await store.close();
  expect(performance.now() - startedAt).toBeLessThan(60_000);
}, 300_000);

it('counts limits alone when the database falls silent, and stops', async () => {
  const { url, fallSilent } = await createDatabase();
  const { create, close } = await openPostgresLimiters(url, 'secret');
  const limiter = create('leads-ip', { points: 1, seconds: 600 });
  expect((await limiter.take('a')).allowed).toBe(true);
  fallSilent();
  const startedAt = performance.now();
  expect((await limiter.take('b')).allowed).toBe(true);
  expect((await limiter.take('b')).allowed).toBe(false);
  await close();
  expect(performance.now() - startedAt).toBeLessThan(60_000);
}, 300_000);
