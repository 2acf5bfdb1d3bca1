import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/lead-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { leadHeaders, startHarness } from '../support/harness.ts';
import { testLeadsCsv } from './leads-csv-suite.ts';

let folder: string;
let store: LeadStore;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'leadchat-csv-'));
  store = await openSqliteStore(join(folder, 'leads.db'));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

testLeadsCsv(() => store);

describe('POST /admin/api/leads/csv', () => {
  const adminToken = 'canary-admin-token-0001';
  const bearer = { authorization: `Bearer ${adminToken}` };
  const lead = { form: 'default', fields: { phone: '+14155552671', first_name: 'Ada' } };

  it('responds with a file, and only with the right token', async () => {
    const { post, log } = await startHarness({ adminToken });
    await post('/leads', lead, leadHeaders());
    await post('/leads', { ...lead, website: 'spam' }, leadHeaders());
    expect((await post('/admin/api/leads/csv', {})).status).toBe(401);
    const response = await post('/admin/api/leads/csv', {}, bearer);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="leads.csv"');
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(parseCsv(new TextDecoder().decode(bytes)).map(({ state }) => state)).toEqual(['held', 'pending']);
    expect(log.lines.filter(({ event }) => event === 'leads-exported')).toMatchObject([{ facts: { leads: 2 } }]);
    const held = await post('/admin/api/leads/csv', { filters: [{ state: 'held' }] }, bearer);
    expect(parseCsv(await held.text())).toMatchObject([{ cause: 'honeypot', first_name: 'Ada' }]);
    for (const body of [{ filters: [] }, { filters: [{ state: 'lost' }] }, { filter: {} }]) {
      expect((await post('/admin/api/leads/csv', body, bearer)).status).toBe(400);
    }
  });

  it('breaks off the response and logs it when the store fails meanwhile', async () => {
    const harness = await startHarness({ adminToken });
    await harness.post('/leads', lead, leadHeaders());
    harness.store.list = () => Promise.reject(new Error('the database is gone'));
    const response = await harness.post('/admin/api/leads/csv', {}, bearer);
    await expect(response.text()).rejects.toThrow();
    expect(harness.log.events()).toContain('export-interrupted');
    expect(harness.log.events()).not.toContain('leads-exported');
  });
});
