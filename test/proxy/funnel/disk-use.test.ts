import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { funnelStages, leadStages } from '../../../src/protocol/proxy/funnel.ts';
import { quarterMs } from '../../../src/proxy/store/queries/funnel.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';

const rows = 20_000;
const bytesOfRow = 180;

it('takes at most 76 MB for a page that reaches every stage in every quarter of an hour', () => {
  const stageCount = new Set([...funnelStages, ...leadStages]).size;
  const quarters = (400 * 86_400_000) / quarterMs;
  expect(bytesOfRow * stageCount * quarters).toBeLessThan(76.5e6);
});

it('takes at most 180 bytes of disk for a counter', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-funnel-'));
  const file = join(folder, 'leads.db');
  const store = await openSqliteStore(file, { minFreeBytes: 0 });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  await store.emptyLog();
  const empty = statSync(file).size;
  // A row for each hour, page and stage: 100 pages a day are counted apart.
  const stages = ['shown', 'opened', 'form-shown', 'form-started', 'submitted'];
  for (let hour = 0; hour * 500 < rows; hour++) {
    const counts = Array.from({ length: 500 }, (_, index) => ({
      hour: hour * 3_600_000,
      form: 'default',
      dimension: 'page' as const,
      value: `/products/category/item-${index % 100}`,
      stage: stages[Math.floor(index / 100)] ?? '',
      n: 1,
    }));
    await store.addToFunnel(counts);
  }
  await store.emptyLog();
  expect((statSync(file).size - empty) / rows).toBeLessThanOrEqual(bytesOfRow);
});
