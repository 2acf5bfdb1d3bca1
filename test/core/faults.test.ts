import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { recordFigure } from '../support/figures.ts';
import { addressFaults } from './faults/address-faults.ts';
import { chatFaults } from './faults/chat-faults.ts';
import { herdFault, networkFaults } from './faults/network-faults.ts';
import { isBuild } from './faults/which-core.ts';

const faults = [...addressFaults, ...networkFaults, herdFault, ...chatFaults].sort(
  (first, second) => Number(first.id.slice(1)) - Number(second.id.slice(1)),
);
const page = 'docs/faults.md';
const passed = new Set<string>();
/** The library alone needs twelve seconds, most of them waiting, so it runs beside the tests. */
let rawLibrary: Promise<Record<string, string>>;

beforeAll(() => {
  if (isBuild) return;
  rawLibrary = runRawLibrary();
  // The test that awaits it reports its failure.
  rawLibrary.catch(() => {});
});

describe('R9: the faults F1-F25', () => {
  it('are 25', () => {
    expect(faults.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => `F${index + 1}`));
  });

  const runnable = faults.filter(({ isInternal }) => !(isBuild && isInternal));
  const named = runnable.map((fault) => ({
    ...fault,
    numbers: [fault.id, fault.guarantee].filter(Boolean).join(', '),
  }));
  it.each(named)('$numbers: $fault: $promise', async ({ id, run }) => {
    await run();
    passed.add(id);
  });

  it('all pass', ({ task }) => {
    expect([...passed]).toEqual(runnable.map(({ id }) => id));
    recordFigure(task, {
      did: `faults of the network, the service and the page, under ${isBuild ? 'the core of the npm package' : 'the core'}`,
      times: runnable.length,
      found: 'the service received each message once, each page shows each once, and one socket is left',
    });
  });

  it.skipIf(isBuild)('are documented, beside the behavior of the library alone', { timeout: 300_000 }, async () => {
    const raw = await rawLibrary;
    const rows = faults.map(({ id, fault, promise }) => `| ${id} | ${fault} | ${raw[id]} | ${promise} |`);
    const written = readFileSync(page, 'utf8');
    if (process.env.LEADCHAT_WRITE_DOCS === '1') writeFileSync(page, document(rows) + reviewOf(written));
    // The library's column is measured each time, so its numbers may differ. Everything else must be the same.
    const shape = (text: string) =>
      [...text.matchAll(/^\| (F\d+) \| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].map((row) => row.slice(1));
    expect(shape(written)).toEqual(shape(document(rows)));
  });
});

afterAll(() => {
  const failed = faults.filter(({ id }) => !passed.has(id)).map(({ id }) => id);
  if (failed.length > 0) console.error(`[leadchat] faults that failed or did not run: ${failed.join(', ')}`);
});

async function runRawLibrary(): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['test/core/faults/raw-library.ts'], {
    timeout: 300_000,
  });
  return z.record(z.string(), z.string()).parse(JSON.parse(stdout));
}

/** The part that people write: what went wrong once, which `test/review-faults.test.ts` holds to its tests. */
function reviewOf(written: string): string {
  return written.slice(written.indexOf('\n## What went wrong once'));
}

function document(rows: string[]): string {
  const internal = faults.filter(({ isInternal }) => isInternal).map(({ id }) => id);
  return `# Faults of the network, the service and the page

What a visitor notices of each fault. Each row is a test: \`npx vitest run test/core/faults.test.ts\`. With \`LEADCHAT_WRITE_DOCS=1\` the run writes this page.
With \`LEADCHAT_CORE=build\` the same tests run on the core that visitors get, \`dist/browser/core.js\`: minified, and with its
libraries. ${internal.join(', ')} use the interface of the connection inside it, so they run on the sources only.
The third column is \`reconnecting-websocket\` 4.4.0 alone under the same fault, with delays 50 times shorter than its
defaults; \`test/core/faults/raw-library.ts\` measures it. All tests use real WebSockets. Times are those of
the tests' clock. A visitor is waiting for the connection, unless the row says "idle".

| # | fault | the library alone | leadchat |
|---|---|---|---|
${rows.join('\n')}
`;
}
