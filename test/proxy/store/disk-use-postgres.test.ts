import { readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { webhookTypes } from '../../../src/protocol/proxy/webhook.ts';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openPostgresStore } from '../../../src/proxy/store/postgres/open-postgres-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { startOwnPostgres } from '../../support/postgres.ts';
import { deliverAll } from './lead-costs.ts';

/** The figures of docs/scaling.md, in bytes. */
const [, plain, withWebhooks] = (
  /\*\*Disk\*\*: ([\d.]+) kB .* which makes ([\d.]+) kB/s.exec(readFileSync('docs/scaling.md', 'utf8')) ?? []
).map((figure) => 1000 * Number(figure));
const receivers = ['https://crm.example.com/hook', 'https://sheet.example.com/hook'].map((url) => ({
  url,
  events: [...webhookTypes],
}));
const leadCount = 300;

/** What a lead of a form with four fields, a campaign and a consent contains. */
const record = {
  first_name: 'Augusta',
  last_name: 'Lovelace-Byron',
  email: 'augusta.lovelace@example.com',
  page_url: 'https://www.example.com/services/implants?utm_source=newsletter',
  landing_page: 'https://www.example.com/',
  referrer: 'https://www.google.com/',
  utm_source: 'newsletter',
  utm_medium: 'email',
  utm_campaign: 'spring-2026',
  first_utm_source: 'google',
  first_landing_page: 'https://www.example.com/',
  consent_granted: true,
  consent_version: '2026-11',
  consent_locale: 'en',
  consent_at: '2026-11-24T09:30:00.000Z',
  consent_text_hash: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
};
const plan = { tags: ['website', 'first_visit'], journey: { id: 'journey', onExisting: 'update' } } as const;

async function fill(store: LeadStore): Promise<void> {
  await deliverAll(store, { leadCount, record, plan: { ...plan, tags: [...plan.tags] } });
}

it.each([
  ['of a delivered lead', [], plain],
  ['of a delivered lead with two receivers of all events', receivers, withWebhooks],
])('%s on SQLite is what docs/scaling.md plans with', async (_title, receivers, planned) => {
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-disk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sizeAfter = async (work: (store: LeadStore) => Promise<void>) => {
    const file = join(folder, 'leads.db');
    const store = await openSqliteStore(file, { minFreeBytes: 0, receivers });
    await work(store);
    await store.close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
    return statSync(file).size;
  };
  const empty = await sizeAfter(async () => {});
  expectPlanned(((await sizeAfter(fill)) - empty) / leadCount, planned);
});

it('of a delivered lead on Postgres is what docs/scaling.md plans with', async () => {
  // A transaction of another test, in any database of the server, keeps what delivery replaces.
  const postgres = await startOwnPostgres();
  onTestFinished(postgres.stop);
  const url = await postgres.createDatabase();
  const sizeAfter = async (work: (store: LeadStore) => Promise<void>) => {
    const store = await openPostgresStore(url);
    await work(store);
    await store.close();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // Rows that delivery has replaced are not counted: Postgres uses their room again.
    await client.query('VACUUM FULL');
    const { rows } = await client.query(
      "SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relkind = 'r' AND relnamespace = 'leadchat'::regnamespace",
    );
    await client.end();
    return Number(rows[0].bytes);
  };
  const empty = await sizeAfter(async () => {});
  expectPlanned(((await sizeAfter(fill)) - empty) / leadCount, plain);
});

function expectPlanned(bytes: number, planned = Number.NaN): void {
  expect(bytes, `a lead takes ${Math.round(bytes)} bytes`).toBeGreaterThan(planned * 0.75);
  expect(bytes, `a lead takes ${Math.round(bytes)} bytes`).toBeLessThan(planned * 1.25);
}
