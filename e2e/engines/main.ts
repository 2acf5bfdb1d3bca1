import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isLong } from '../../test/support/figures.ts';
import { answerJourneys } from './answer-journeys.ts';
import { prepareBrowsers } from './browsers.ts';
import { coreJourneys } from './core-journeys.ts';
import { faultJourneys } from './fault-journeys.ts';
import { addInterface, inSeparateNetwork, startNetwork } from './network.ts';
import { startChromium, startFirefox } from './puppeteer.ts';
import { runIn } from './run.ts';
import { startWebKit } from './webkit.ts';
import { widgetJourneys } from './widget-journeys.ts';

/**
 * `npm run engines`: the journeys in Firefox and WebKit, and with `--chromium` in Chromium too. A text runs only the
 * journeys whose titles contain it.
 */
const { values, positionals } = parseArgs({ options: { chromium: { type: 'boolean' } }, allowPositionals: true });
/** Ends the run even if a browser hangs. */
const overallMs = isLong ? 3_600_000 : 600_000;
const inside = 'LEADCHAT_ENGINES_NETWORK';

if (process.env[inside] === undefined) await prepare();
else await journeys(process.env[inside] === 'separate');

/** Installs the browsers while the network is available, then runs the journeys in a process that can be killed. */
async function prepare(): Promise<void> {
  try {
    prepareBrowsers();
    if (!existsSync('dist/leadchat.js')) throw new Error('the widget is not built; run `npm run build` first.');
  } catch (error) {
    console.error(`[leadchat] engines: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'leadchat-engines-'));
  const again: [string, string[]] = [process.execPath, ['e2e/engines/main.ts', ...process.argv.slice(2)]];
  const separated = inSeparateNetwork(...again);
  const [command, args] = separated ?? again;
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, TMPDIR: folder, [inside]: separated === undefined ? 'shared' : 'separate' },
  });
  // All processes in a namespace end with its first process. Without a namespace, the child ends them on SIGTERM.
  const end = () => child.kill(separated === undefined ? 'SIGTERM' : 'SIGKILL');
  const timer = setTimeout(() => {
    console.error(`[leadchat] engines: not done within ${overallMs / 1000} s`);
    end();
  }, overallMs);
  for (const signal of ['SIGINT', 'SIGTERM'] satisfies NodeJS.Signals[]) process.once(signal, end);
  process.exitCode = await new Promise<number>((done) => child.once('exit', (code) => done(code ?? 1)));
  clearTimeout(timer);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs all engines at once, each with a separate service, proxy and site. */
async function journeys(hasSeparateNetwork: boolean): Promise<void> {
  process.once('SIGTERM', () => process.exit(1));
  const [only] = positionals;
  const chosen = [...coreJourneys, ...widgetJourneys, ...answerJourneys, ...faultJourneys].filter(
    ({ title }) => only === undefined || title.includes(only),
  );
  const { firefox, webkitDriver, miniBrowser, screen } = prepareBrowsers();
  const setOnline = hasSeparateNetwork ? await startNetwork() : undefined;
  if (hasSeparateNetwork && values.chromium === true) await addInterface();
  const runs = await Promise.allSettled([
    runIn(() => startFirefox(firefox), chosen),
    ...(values.chromium === true ? [runIn(startChromium, chosen)] : []),
    runIn(() => startWebKit({ driver: webkitDriver, browser: miniBrowser, screen, setOnline }), chosen),
  ]);
  for (const run of runs) if (run.status === 'rejected') console.error(run.reason);
  const outcomes = runs.flatMap((run) => (run.status === 'fulfilled' ? run.value : ['failed']));
  const count = (outcome: string) => outcomes.filter((item) => item === outcome).length;
  const leftOut = count('left out') === 0 ? '' : `, ${count('left out')} left out`;
  console.log(`${count('passed')} passed, ${count('failed')} failed${leftOut}`);
  // Handles that a browser left open must not keep the process alive.
  process.exit(outcomes.length > 0 && count('failed') === 0 ? 0 : 1);
}
