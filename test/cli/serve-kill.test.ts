import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createVisitor } from '../proxy/defences/visitors.ts';
import { noLimits } from '../proxy/support/harness.ts';
import { type Child, runChild } from '../support/child-process.ts';
import { assertsTimes, isLong, isSample, patience, recordFigure, seed, seededRandom } from '../support/figures.ts';

/** The built command, as operators run it. */
const command = 'dist/server/cli/main.js';
const restarts = isLong ? 100 : isSample ? 4 : 15;
const readyLine = z.object({ proxy: z.url() });

it('R20: `leadchat serve` is back soon after it is killed while it accepts leads', {
  timeout: 300_000 * patience,
}, async ({ task }) => {
  expect(existsSync(command), `${command} is missing: run npm run build`).toBe(true);
  const folder = mkdtempSync(join(tmpdir(), 'leadchat-restart-'));
  let proxy: Child | undefined;
  onTestFinished(async () => {
    proxy?.kill('SIGKILL');
    await proxy?.ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const config = join(folder, 'leadchat.config.json');
  writeFileSync(config, JSON.stringify(configOf(folder)));
  const start = async () => {
    proxy = runChild(command, ['serve', '--config', config, '--port', '0', '--json']);
    const { proxy: url } = readyLine.parse(await proxy.ready);
    return Number(new URL(url).port);
  };

  const random = seededRandom(seed);
  const restartMs: number[] = [];
  let accepted = 0;
  let port = await start();
  for (let restart = 0; restart < restarts; restart++) {
    const leads = 1 + Math.floor(random() * 20);
    for (let lead = 0; lead < leads; lead++) accepted += await countAccepted(port);
    const inFlight = countAccepted(port).catch(() => 0);
    proxy?.kill('SIGKILL');
    const killedAt = performance.now();
    await proxy?.ended;
    accepted += await inFlight;
    port = await start();
    accepted += await countAccepted(port);
    restartMs.push(performance.now() - killedAt);
  }

  restartMs.sort((a, b) => a - b);
  const median = restartMs[Math.floor(restartMs.length / 2)] ?? 0;
  const longest = restartMs.at(-1) ?? 0;
  recordFigure(task, {
    did: '`leadchat serve` with SQLite, killed while it accepts leads, until it accepts the next one',
    times: restarts,
    seed,
    found: `back after ${Math.round(median)} ms (median), ${Math.round(longest)} ms at most; ${accepted} leads accepted`,
  });
  // While other tests use the same cores, every restart takes longer.
  if (!assertsTimes) return;
  expect(median).toBeLessThan(500);
  expect(longest).toBeLessThan(2000);
});

async function countAccepted(port: number): Promise<number> {
  const visitor = createVisitor(port, '+14155552671');
  try {
    const { status } = await visitor.sendLead();
    expect(status).toBe(202);
    return 1;
  } finally {
    visitor.leave();
  }
}

/** No service is running, so only the restart is measured. */
function configOf(folder: string) {
  return {
    service: {
      baseUrl: 'http://127.0.0.1:9/v1',
      hooksUrl: 'http://127.0.0.1:9',
      wssUrl: 'ws://127.0.0.1:9',
      apiKey: 'fake-key',
    },
    flowId: 'f1000000-0000-4000-8000-000000000001',
    origins: ['https://www.example.com'],
    store: `sqlite:${join(folder, 'leads.db')}`,
    limits: noLimits,
  };
}
