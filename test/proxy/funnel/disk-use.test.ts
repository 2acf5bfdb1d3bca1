import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { funnelStages, leadStages } from '../../../src/protocol/proxy/funnel.ts';
import { maxPageLength, ratingValues } from '../../../src/protocol/proxy/limits.ts';
import { leadStageColumn, ratingColumn } from '../../../src/proxy/funnel/funnel-counter.ts';
import { quarterMs } from '../../../src/proxy/store/queries/funnel.ts';
import { openSqliteStore } from '../../../src/proxy/store/sqlite/open-sqlite-store.ts';

const bytesOfRow = 180;
/** All that is counted of a page or a variant. Fields and steps have fewer. */
const stages = [...funnelStages, ...leadStages.map(leadStageColumn), ...ratingValues.map(ratingColumn)];

it('takes at most 118 MB for a page that reaches every stage in every quarter of an hour', () => {
  const quarters = (400 * 86_400_000) / quarterMs;
  expect(bytesOfRow * new Set(stages).size * quarters).toBeLessThan(118e6);
});

it.each([
  [bytesOfRow, 30],
  [720, maxPageLength],
])('takes at most %i bytes of disk for a counter of a page whose path has %i characters', async (bytes, length) => {
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-funnel-'));
  const file = join(folder, 'leads.db');
  const store = await openSqliteStore(file, { minFreeBytes: 0 });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  await store.emptyLog();
  const empty = statSync(file).size;
  // A row for each quarter of an hour, page and stage: 100 pages a day are counted apart.
  const pages = Array.from({ length: 100 }, (_, index) => `/products/item-${index}`.padEnd(length, '-'));
  let rowCount = 0;
  for (let quarter = 0; quarter < 12; quarter++) {
    const hour = quarter * quarterMs;
    const counts = pages.flatMap((value) =>
      stages.map((stage) => ({ hour, form: 'default', dimension: 'page' as const, value, stage, n: 1 })),
    );
    await store.addToFunnel(counts);
    rowCount += counts.length;
  }
  await store.emptyLog();
  expect((statSync(file).size - empty) / rowCount).toBeLessThanOrEqual(bytes);
});
