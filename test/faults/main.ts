import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Reporter, TestCase } from 'vitest/node';
import { startVitest } from 'vitest/node';
import type { Figure } from '../support/figures.ts';
import { figures } from '../support/promises.ts';
import { numbersOf } from './numbers.ts';

/**
 * `npm run faults`: runs the tests of the figures R1-R20 one after the other, and prints what each did and found. `--long`
 * runs the full sizes; `--write` writes the table to docs/reliability.md; names of figures run only these.
 */
const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean' }, write: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(figures, name));
if (unknown.length > 0) {
  console.error(
    `[leadchat] faults: there is no figure ${unknown.join(', ')}; use R1 to R${Object.keys(figures).length}.`,
  );
  process.exit(1);
}
if (values.write === true && positionals.length > 0) {
  console.error('[leadchat] faults: --write writes all figures, so it takes no names of figures.');
  process.exit(1);
}
const chosen = Object.keys(figures).filter((name) => positionals.length === 0 || positionals.includes(name));
const page = 'docs/reliability.md';
const seed = process.env.LEADCHAT_SEED ?? String(Date.now() % 2 ** 31);
// The test processes inherit these.
Object.assign(process.env, { LEADCHAT_MEASURE: '1', LEADCHAT_SEED: seed });
if (values.long === true) process.env.LEADCHAT_LONG = '1';

type Row = { passed: number; failed: number; skipped: number; figures: Figure[] };
const rows = new Map(chosen.map((name): [string, Row] => [name, { passed: 0, failed: 0, skipped: 0, figures: [] }]));

/** Collects the figures that tests record, and prints each test that fails. */
const collector: Reporter = {
  onTestCaseResult(test: TestCase) {
    const { state } = test.result();
    if (state === 'pending') return;
    for (const number of numbersOf(test.fullName)) {
      const row = rows.get(number);
      if (row === undefined) continue;
      row[state]++;
      row.figures.push(...(test.meta().figures ?? []));
    }
    if (state === 'passed') console.log(`passed  ${test.fullName}`);
    if (state === 'failed') console.error(`failed  ${test.fullName}`);
  },
};

const isNamed = new RegExp(`\\b(?:${chosen.join('|')})\\b[^:]*: `);
const files = globSync('test/**/*.test.{ts,tsx}').filter((file) => isNamed.test(readFileSync(file, 'utf8')));
const started = performance.now();
const vitest = await startVitest(files, {
  watch: false,
  testNamePattern: isNamed,
  reporters: [collector],
  fileParallelism: false,
  // What tests print goes to the console only when they fail, with their errors.
  silent: 'passed-only',
});
for (const error of vitest.state.getUnhandledErrors()) console.error(error);
for (const module of vitest.state.getTestModules())
  for (const error of [
    ...module.errors(),
    ...[...module.children.allTests('failed')].flatMap((test) => test.result().errors ?? []),
  ])
    console.error(error.stack ?? error.message);
await vitest.close();
const seconds = Math.round((performance.now() - started) / 1000);
const table = tableOf();
console.log(`\n${table}\n\n${values.long === true ? 'Full' : 'Short'} form, ${seconds} s, LEADCHAT_SEED=${seed}.`);
const incomplete = [...rows].filter(([, row]) => row.failed > 0 || row.passed === 0).map(([name]) => name);
if (incomplete.length > 0) {
  console.error(`[leadchat] faults: failed, or without a test that ran: ${incomplete.join(', ')}`);
  process.exitCode = 1;
} else if (values.write === true) write();

/** One line for each figure that a test recorded, beneath the promise and the count of its tests. */
function tableOf(): string {
  const lines = [...rows].flatMap(([name, { passed, failed, skipped, figures: found }]) => {
    const count = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    const measured = found.map(({ did, times, seed: from, found: result }) => {
      const repeat = from === undefined ? '' : String(from);
      return `| | ${did} | ${times.toLocaleString('en')} | ${repeat} | ${result} |`;
    });
    return [`| **${name}** | **${figures[name]}** | | | ${count} |`, ...measured];
  });
  return ['| # | what was done | times | seed | what was found |', '|---|---|---:|---:|---|', ...lines].join('\n');
}

function write(): void {
  const date = new Date().toISOString().slice(0, 10);
  const form = values.long === true ? 'full' : 'short';
  const facts = `Measured on ${date}: the ${form} form, ${seconds} s, Node ${process.version}, ${cpus().length} cores.`;
  const text = readFileSync(page, 'utf8');
  const between = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/;
  if (!between.test(text)) throw new Error(`${page} has no markers for the figures`);
  writeFileSync(
    page,
    text.replace(between, () => `${facts}\n\n${table}\n`),
  );
}
