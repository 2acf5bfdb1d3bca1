import { globSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { BaseSequencer, startVitest } from 'vitest/node';
import type { Figure } from '../support/figures.ts';
import { drills, figures } from '../support/promises.ts';
import { chooseSeed } from '../support/seed.ts';
import { numbersOf } from './numbers.ts';
import { type RowResult, tableOf, writeResults } from './results.ts';

/**
 * `npm run faults`: runs the tests of the figures R1-R20 and of the drills, and prints what each did and found. `--long` runs the full sizes,
 * `--write` also writes the figures of the rows that passed to docs/reliability.md, `--busy` asserts no times, and names of
 * figures run only these.
 */
const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean' }, busy: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
});
const names = [...Object.keys(figures), ...Object.keys(drills)];
const unknown = positionals.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(
    `[leadchat] faults: there is no figure ${unknown.join(', ')}; use R1 to R${Object.keys(figures).length}, or a drill, D1 to D${Object.keys(drills).length}.`,
  );
  process.exit(1);
}
if (values.write === true && values.long !== true) {
  console.error('[leadchat] faults: --write needs --long, because docs/reliability.md has the full sizes.');
  process.exit(1);
}
const chosen = names.filter((name) => positionals.length === 0 || positionals.includes(name));
const seed = Number(chooseSeed());
const isBusy = values.busy === true;
// The processes of the tests inherit what is set here.
process.env.LEADCHAT_MEASURE = isBusy ? 'busy' : 'quiet';
if (values.long === true) process.env.LEADCHAT_LONG = '1';

type Row = { passed: number; failed: number; skipped: number; ms: number; figures: Figure[] };
const newRow = (): Row => ({ passed: 0, failed: 0, skipped: 0, ms: 0, figures: [] });
const rows = new Map(chosen.map((name): [string, Row] => [name, newRow()]));

const isNamed = namePattern(chosen);
const files = globSync('test/**/*.test.{ts,tsx}')
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => isNamed.test(text))
  .map(({ file, text }) => ({
    file,
    first: chosen.findIndex((name) => namePattern([name]).test(text)),
    /** The short run runs the others side by side, because they mostly wait. */
    isAlone: values.long === true || namePattern(['R6', 'R7', 'R20']).test(text),
  }))
  .sort((a, b) => a.first - b.first);

/** In the order of the rows. */
class InOrder extends BaseSequencer {
  override async sort(specs: Parameters<BaseSequencer['sort']>[0]) {
    const place = ({ moduleId }: (typeof specs)[number]) => files.findIndex(({ file }) => moduleId.endsWith(file));
    return [...specs].sort((a, b) => place(a) - place(b));
  }
}

let done = 0;
/** Prints the figures of each file when it is done, and the output of long tests meanwhile. */
const progress: Reporter = {
  onTestCaseAnnotate(test: TestCase, { message }) {
    console.log(`  ${new Date().toISOString().slice(11, 19)} ${numbersOf(test.fullName).join(', ')}: ${message}`);
  },
  onTestModuleEnd(module: TestModule) {
    console.log(`\n[${++done}/${files.length}] ${module.relativeModuleId}`);
    const moduleErrors = module.errors();
    for (const error of moduleErrors) console.error(error.stack ?? error.message);
    const inModule = new Map<string, Row>();
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'pending') continue;
      if (state === 'failed') console.error(`  FAILED ${test.fullName}`);
      for (const error of errors ?? []) console.error(error.stack ?? error.message);
      for (const number of numbersOf(test.fullName)) {
        const row = inModule.get(number) ?? newRow();
        inModule.set(number, row);
        row[state]++;
        row.ms += test.diagnostic()?.duration ?? 0;
        row.figures.push(...(test.meta().figures ?? []));
      }
    }
    for (const [name, found] of inModule) {
      // A failing hook skips tests, so no test of the file counts as passed.
      found.failed += moduleErrors.length;
      const row = rows.get(name);
      if (row === undefined) continue;
      row.passed += found.passed;
      row.failed += found.failed;
      row.skipped += found.skipped;
      row.ms += found.ms;
      row.figures.push(...found.figures);
      console.log(`  ${name.padEnd(3)} ${countOf(found)} in ${secondsOf(found.ms)} s`);
      for (const { did, times, found: result } of found.figures) {
        console.log(`      ${times.toLocaleString('en')} × ${did}\n        → ${result}`);
      }
    }
  },
};

const started = performance.now();
let hasUnhandledErrors = false;
await run(files.filter(({ isAlone }) => isAlone));
await run(
  files.filter(({ isAlone }) => !isAlone),
  3,
);

/** A row counts as proven only with a test that ran and a figure with its finding. */
const failed = [...rows]
  .filter(([, row]) => row.failed > 0 || row.passed === 0 || row.figures.length === 0)
  .map(([name]) => name);
const passed = Object.fromEntries([...rows].filter(([name]) => !failed.includes(name)).map(toResult));
console.log(`\n${tableOf(passed, chosen)}\n`);
console.log(
  `${values.long === true ? 'Full sizes' : 'Short form'}, ${secondsOf(performance.now() - started)} s, LEADCHAT_SEED=${seed}.`,
);
if (values.write === true) {
  writeResults(Object.fromEntries(Object.entries(passed).filter(([name]) => Object.hasOwn(figures, name))));
}
if (failed.length > 0) console.error(`[leadchat] faults: failed, or without a figure: ${failed.join(', ')}`);
if (failed.length > 0 || hasUnhandledErrors) process.exitCode = 1;

async function run(chosenFiles: readonly { file: string }[], maxWorkers = 1): Promise<void> {
  if (chosenFiles.length === 0) return;
  const vitest = await startVitest(
    chosenFiles.map(({ file }) => file),
    {
      watch: false,
      testNamePattern: isNamed,
      reporters: [progress],
      maxWorkers,
      fileParallelism: maxWorkers > 1,
      testTimeout: isBusy ? 200_000 : 20_000,
      hookTimeout: isBusy ? 100_000 : 10_000,
      sequence: { sequencer: InOrder },
      // The output of tests goes to the console only when they fail, with their errors.
      silent: 'passed-only',
    },
  );
  for (const error of vitest.state.getUnhandledErrors()) {
    hasUnhandledErrors = true;
    console.error(error);
  }
  await vitest.close();
}

/** Titles that start with one of these numbers. */
function namePattern(names: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${names.join('|')})\\b[^:]*: `);
}

function toResult([name, row]: [string, Row]): [string, RowResult] {
  return [
    name,
    {
      date: new Date().toISOString().slice(0, 10),
      seed,
      node: process.version,
      cores: cpus().length,
      isBusy,
      seconds: secondsOf(row.ms),
      tests: row.passed,
      figures: row.figures,
    },
  ];
}

function countOf({ passed, failed, skipped }: Row): string {
  return `${passed} passed${failed > 0 ? `, ${failed} FAILED` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function secondsOf(ms: number): number {
  return Math.round(ms / 100) / 10;
}
