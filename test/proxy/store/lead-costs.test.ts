import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { costLimits } from '../../../build/cost-limits.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { leastLeadCosts } from './lead-costs.ts';

it('accepts and delivers a lead on SQLite with as few statements as build/cost-limits.ts allows', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-costs-'));
  const store = await openSqliteStore(join(folder, 'leads.db'), { minFreeBytes: 0 });
  const spies = [
    vi.spyOn(DatabaseSync.prototype, 'exec'),
    vi.spyOn(StatementSync.prototype, 'run'),
    vi.spyOn(StatementSync.prototype, 'get'),
    vi.spyOn(StatementSync.prototype, 'all'),
    vi.spyOn(StatementSync.prototype, 'iterate'),
  ];
  onTestFinished(async () => {
    vi.restoreAllMocks();
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const { sqliteAccept: accept, sqliteDeliver: deliver, sqliteDeliverTag: deliverTag } = costLimits.lead;
  const costs = await leastLeadCosts(store, () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0), {
    accept,
    deliver,
    deliverTag,
  });
  expect(costs.accept).toBeLessThanOrEqual(accept);
  expect(costs.deliver).toBeLessThanOrEqual(deliver);
  expect(costs.deliverTag).toBeLessThanOrEqual(deliverTag);
});
