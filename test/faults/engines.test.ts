import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, type TestContext } from 'vitest';
import { isFullSize, recordFigure, seed } from '../support/figures.ts';

/** Runs the journeys of a figure in three engines, with the build in dist, and resolves with what each engine found. */
async function runJourneys(number: string, annotate: TestContext['annotate']): Promise<string[]> {
  const child = spawn(process.execPath, ['e2e/engines/main.ts', '--chromium', `${number}: `], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    output.push(line);
    void annotate(line.trim());
  });
  const [code] = await once(child, 'close');
  expect(code, output.join('\n')).toBe(0);
  return output.flatMap((line) => /→ (.*)$/.exec(line)?.slice(1) ?? []);
}

const timeout = 3_700_000;

it.runIf(isFullSize)(
  'R10: the lead queue of the npm package loses no lead in Chromium, Firefox and WebKit',
  { timeout },
  async ({ annotate, task }) => {
    const found = await runJourneys('R10', annotate);
    expect(found).toHaveLength(3);
    recordFigure(task, {
      did: 'random faults of a page, its network, its proxy and its storage, a third of them in each engine',
      times: 501,
      seed,
      found: found.join('. '),
    });
  },
);

it.runIf(isFullSize)(
  'R12: hostile texts stay text in Chromium, Firefox and WebKit',
  { timeout },
  async ({ annotate, task }) => {
    const found = await runJourneys('R12', annotate);
    expect(found).toHaveLength(3);
    recordFigure(task, {
      did: 'every hostile text in every place that shows one, under a policy that reports, in each engine',
      times: 3,
      found: found.join('. '),
    });
  },
);
