import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/proxy/store/sqlite/open-sqlite-store.ts';
import { type LoadedProxy, startLoadedProxy } from '../proxy/defences/start-loaded-proxy.ts';
import { createVisitor } from '../proxy/defences/visitors.ts';
import { patience, recordFigure } from '../support/figures.ts';
import { until } from '../support/until.ts';

const hasPrlimit = spawnSync('prlimit', ['--version']).status === 0;
const rounds = 3;

// A file size limit makes the same writes fail as a full disk, and can be lifted again.
it.runIf(hasPrlimit)(
  'R18: a proxy on a full disk responds with 503, continues when there is space, and restarts with every accepted lead',
  { timeout: 300_000 * patience },
  async ({ task }) => {
    const proxy = await startLoadedProxy();
    const accepted = new Set<string>();
    let phones = 2_010_000;
    const send = async ({ port }: LoadedProxy) => {
      const visitor = createVisitor(port, `+1415${phones++}`);
      const { status, lead } = await visitor.sendLead();
      visitor.leave();
      if (lead !== undefined) accepted.add(lead);
      return status;
    };
    let refused = 0;
    for (let round = 1; round <= rounds; round++) {
      limitFiles(proxy.pid, String(largestFile(proxy.file) + 100_000));
      for (let status = await send(proxy); status !== 503; status = await send(proxy)) expect(status).toBe(202);
      // The next lead may change fewer pages and still fit. From here on none fits:
      limitFiles(proxy.pid, '0');
      for (let count = 0; count < 5; count++) expect(await send(proxy)).toBe(503);
      refused += 6;
      limitFiles(proxy.pid, 'unlimited');
      await until('leads are accepted again', async () => (await send(proxy)) === 202);
    }
    expect(proxy.countLeads()).toBe(accepted.size);

    limitFiles(proxy.pid, '0');
    expect(await send(proxy)).toBe(503);
    await proxy.kill();
    const restarted = await startLoadedProxy({ file: proxy.file });
    expect(await send(restarted)).toBe(202);
    const store = await openSqliteStore(proxy.file, { minFreeBytes: 0 });
    onTestFinished(() => store.close());
    for (const lead of accepted) expect(await store.find(lead)).toBeDefined();
    expect(restarted.countLeads()).toBe(accepted.size);
    recordFigure(task, {
      did: `a proxy whose disk is full ${rounds} times, killed and restarted while it is full`,
      times: accepted.size,
      found: `503 for ${refused + 1} leads while the disk is full; the database has each accepted lead, and no other`,
    });
  },
);

/** The database or its write-ahead log. */
function largestFile(file: string): number {
  return Math.max(...[file, `${file}-wal`].map((path) => statSync(path).size));
}

function limitFiles(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:`]);
}
