import { expect, it } from 'vitest';
import { restartUnder } from '../core/faults/network-faults.ts';
import { isSample, patience, recordFigure, seed } from '../support/figures.ts';

const clients = isSample ? 800 : 2000;

it(`R8: ${clients} connections are back soon after a restart of the service, a few at a time`, {
  timeout: 300_000 * patience,
}, async ({ task }) => {
  const { mostBackMs, backMs, peak, spreadMs } = await restartUnder(clients);
  const seconds = (ms: number) => (ms / 1000).toFixed(1);
  recordFigure(task, {
    did: 'idle headless connections with real sockets; the service is away for 3 s of the test clock',
    times: clients,
    seed,
    found: `by the record of the service 99 % are back after ${seconds(mostBackMs)} s and all after ${seconds(backMs)} s; at most ${((peak / clients) * 100).toFixed(1)} % in any second, spread over ${seconds(spreadMs)} s`,
  });
  expect(mostBackMs).toBeLessThanOrEqual(30_000);
  expect(peak).toBeLessThanOrEqual(clients * 0.15);
});
