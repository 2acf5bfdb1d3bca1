import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { figures } from '../support/promises.ts';

/** `short`: `npm run faults`. `full`: `npm run faults -- --long`. */
export type Form = 'short' | 'full';

const rowResult = z.object({
  /** The day of the run. */
  date: z.string(),
  seed: z.number(),
  node: z.string(),
  cores: z.number(),
  /** Whether the machine had other work, so that no times were asserted. */
  isBusy: z.boolean(),
  seconds: z.number(),
  tests: z.number(),
  figures: z.array(z.object({ did: z.string(), times: z.number(), seed: z.number().optional(), found: z.string() })),
});
export type RowResult = z.infer<typeof rowResult>;

const resultsSchema = z.object({
  short: z.record(z.string(), rowResult),
  full: z.record(z.string(), rowResult),
});
export type Results = z.infer<typeof resultsSchema>;

const resultsFile = 'test/faults/results.json';
const page = 'docs/reliability.md';
const between = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/;

export function readResults(): Results {
  return resultsSchema.parse(JSON.parse(readFileSync(resultsFile, 'utf8')));
}

/** Replaces the results of these rows, keeps those of all others, and writes the page from them. */
export function writeResults(form: Form, rows: Record<string, RowResult>): void {
  const results = readResults();
  Object.assign(results[form], rows);
  writeFileSync(resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  writePage(results);
}

export function writePage(results: Results): void {
  const text = readFileSync(page, 'utf8');
  if (!between.test(text)) throw new Error(`${page} has no markers for the figures`);
  writeFileSync(
    page,
    text.replace(between, () => figuresOf(results)),
  );
}

/** The generated part of the page, between its markers. */
export function readPage(): string {
  return between.exec(readFileSync(page, 'utf8'))?.[0] ?? '';
}

export function figuresOf(results: Results): string {
  const forms = [
    { title: 'Full sizes', rows: results.full },
    { title: 'Short form', rows: results.short },
  ];
  return forms
    .map(({ title, rows }) => {
      const isMeasured = (name: string) => Object.hasOwn(rows, name);
      const names = Object.keys(figures);
      const missing = names.filter((name) => !isMeasured(name));
      const table = tableOf(rows, names.filter(isMeasured));
      const note = missing.length === 0 ? '' : `\nNot measured in this form: ${missing.join(', ')}.\n`;
      return `### ${title}\n\n${missing.length === names.length ? '' : `${table}\n`}${note}`;
    })
    .join('\n');
}

/** One line for each figure that a test recorded, below the promise. */
export function tableOf(rows: Record<string, RowResult>, names = Object.keys(figures)): string {
  const lines = names.flatMap((name) => {
    const promise = figures[name];
    const row = rows[name];
    if (row === undefined) return [`| **${name}** | **${promise}** | | | not measured | |`];
    const busy = row.isBusy ? '; beside other work, so no time was asserted' : '';
    const tests = row.tests === 1 ? '1 test' : `${row.tests} tests`;
    const summary = `${tests} passed in ${row.seconds} s${busy}`;
    const measured = row.figures.map(
      ({ did, times, seed, found }) => `| | ${did} | ${times.toLocaleString('en')} | ${seed ?? ''} | ${found} | |`,
    );
    return [`| **${name}** | **${promise}** | | ${row.seed} | ${summary} | ${row.date} |`, ...measured];
  });
  return ['| # | what was done | times | seed | what was found | date |', '|---|---|---:|---:|---|---|', ...lines].join(
    '\n',
  );
}
