import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';
import { drills, figures } from '../support/promises.ts';

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

/** `full`: of `npm run faults -- --long`. Those of the short form are printed only. */
const resultsSchema = z.object({ full: z.record(z.string(), rowResult) });
export type Results = z.infer<typeof resultsSchema>;

const resultsFile = 'test/faults/results.json';
const page = 'docs/reliability.md';
const between = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/;

export function readResults(): Results {
  return resultsSchema.parse(JSON.parse(readFileSync(resultsFile, 'utf8')));
}

/** Replaces the results of these rows, keeps those of all others, and writes the page from them. */
export function writeResults(rows: Record<string, RowResult>): void {
  const results = readResults();
  Object.assign(results.full, rows);
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

export function figuresOf({ full }: Results): string {
  return `${tableOf(full)}\n`;
}

/** One line for each figure that a test recorded, below the promise. A run that belongs to several promises stands below the first. */
export function tableOf(rows: Record<string, RowResult>, names = Object.keys(figures)): string {
  const owners = new Map<string, string>();
  const lines = names.flatMap((name) => {
    const promise = figures[name] ?? drills[name];
    const row = rows[name];
    if (row === undefined) return [`| **${name}** | **${promise}** | | | not measured | |`];
    const busy = row.isBusy ? '; beside other work, so no time was asserted' : '';
    const tests = row.tests === 1 ? '1 test' : `${row.tests} tests`;
    const summary = `${tests} passed in ${row.seconds} s${busy}`;
    const measured = row.figures.map(
      ({ did, times, seed, found }) => `| | ${did} | ${times.toLocaleString('en')} | ${seed ?? ''} | ${found} | |`,
    );
    const own = measured.filter((line) => !owners.has(line));
    const others = [...new Set(measured.flatMap((line) => owners.get(line) ?? []))];
    for (const line of own) owners.set(line, name);
    const shared = others.length === 0 ? '' : `; with the runs of ${others.join(' and ')}`;
    return [`| **${name}** | **${promise}** | | ${row.seed} | ${summary}${shared} | ${row.date} |`, ...own];
  });
  return ['| # | what was done | times | seed | what was found | date |', '|---|---|---:|---:|---|---|', ...lines].join(
    '\n',
  );
}
