import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStore } from '../../../src/proxy/store/create-store.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { configOf, leadHeaders, startHarness } from '../support/harness.ts';
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

  it('takes as many selected leads as its filters name', async () => {
    const { post } = await startHarness({ adminToken });
    const { lead: id } = await (await post('/leads', lead, leadHeaders())).json();
    const others = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
    const filters = [{ leads: [id, ...others(199)] }, ...Array.from({ length: 9 }, () => ({ leads: others(200) }))];
    const response = await post('/admin/api/leads/csv', { filters }, bearer);
    expect(parseCsv(await response.text())).toMatchObject([{ lead: id }]);
  });

  it.each([
    ['are removed', []],
    ['lose their role', [{ name: 'Olga', token: 'owner-token-0123456789-0123456789-', role: 'agent' }]],
  ])('breaks off the response and logs it when the operators %s meanwhile', async (_, left) => {
    const [token, first] = ['owner-token-0123456789-0123456789-', 'first-owner-token-0123456789-0123'];
    const others = { name: 'Ada', token: first, role: 'owner' };
    const harness = await startHarness({ operators: [others, { name: 'Olga', token, role: 'owner' }] });
    for (let index = 0; index < 120; index++) {
      await harness.post('/leads', { form: 'default', fields: { phone: `+1415${2_010_000 + index}` } }, leadHeaders());
    }
    const download = async (by: string) => {
      const response = await harness.post('/admin/api/leads/csv', {}, { authorization: `Bearer ${by}` });
      const reader = response.body?.getReader();
      expect((await reader?.read())?.done).toBe(false);
      return async () => {
        let size = 0;
        for (;;) {
          const part = await reader?.read();
          if (part?.done !== false) return size;
          size += part.value.byteLength;
        }
      };
    };
    const [ofOlga, ofAda] = [await download(token), await download(first)];
    harness.proxy.reload(configOf({ operators: [others, ...left] }));
    await expect(ofOlga()).rejects.toThrow('may not export');
    expect(await ofAda()).toBeGreaterThan(120 * 20);
    expect(harness.log.events().filter((event) => event.startsWith('export'))).toEqual(['export-interrupted']);
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
