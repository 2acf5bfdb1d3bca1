import { z } from 'zod';
import { reasons } from './reasons.ts';

/** A measured value, or why there is none. */
const cell = z.union([
  z.object({ median: z.number(), min: z.number(), max: z.number(), runs: z.int().positive() }),
  z.object({ missing: z.string() }),
]);

/** One row for each subject, one column for each measurement. */
const table = z.object({
  title: z.string(),
  columns: z.array(z.object({ name: z.string(), unit: z.string() })),
  rows: z.array(z.object({ subject: z.string(), cells: z.record(z.string(), cell) })),
  notes: z.array(z.string()),
});

/** A figure with a limit. `value` is null if something it depends on was not measured. */
const goal = z.object({
  name: z.string(),
  value: z.number().nullable(),
  bound: z.enum(['at most', 'at least', 'below']),
  limit: z.number(),
  unit: z.string(),
});

/** The results of one section of `npm run bench`. */
const sectionResult = z.object({
  title: z.string(),
  /** The method, in a few sentences. */
  method: z.string(),
  tables: z.array(table),
  goals: z.array(goal),
  /** Versions of the programs and packages in the measurement. */
  versions: z.record(z.string(), z.string()),
  isQuick: z.boolean(),
  date: z.iso.datetime(),
  seconds: z.number(),
  machine: z.string(),
});

/** The file bench/results.json: the last results of each section, by its name. */
export const results = z.record(z.string(), sectionResult);

export type Cell = z.infer<typeof cell>;
export type Table = z.infer<typeof table>;
export type Goal = z.infer<typeof goal>;
export type SectionResult = z.infer<typeof sectionResult>;
export type Results = z.infer<typeof results>;

/** A group of measurements, which `npm run bench -- NAME` can run alone. */
export type Section = {
  name: string;
  title: string;
  /** Measures all subjects in turn, so that other work on the machine affects them alike. */
  measure(options: MeasureOptions): Promise<Measured>;
};

export type MeasureOptions = {
  /** Fewer and shorter runs. */
  isQuick: boolean;
};

export type Measured = Pick<SectionResult, 'method' | 'tables' | 'goals'> & { versions?: Record<string, string> };

/** A goal that holds for values up to `limit`. */
export function atMost(limit: number, name: string, value: number | undefined, unit: string): Goal {
  return { name, value: finite(value), bound: 'at most', limit, unit };
}

/** A goal that holds for values from `limit` on. */
export function atLeast(limit: number, name: string, value: number | undefined, unit: string): Goal {
  return { name, value: finite(value), bound: 'at least', limit, unit };
}

/** A goal that holds for values below `limit`. */
export function below(limit: number, name: string, value: number | undefined, unit: string): Goal {
  return { name, value: finite(value), bound: 'below', limit, unit };
}

/** Undefined if the goal's value was not measured. */
export function isMet({ value, bound, limit }: Goal): boolean | undefined {
  if (value === null) return undefined;
  if (bound === 'at most') return value <= limit;
  return bound === 'below' ? value < limit : value >= limit;
}

/** The median in a table, if it was measured. */
export function medianIn(tables: readonly Table[], subject: string, column: string): number | undefined {
  for (const { rows } of tables) {
    const found = rows.find((row) => row.subject === subject)?.cells[column];
    if (found !== undefined && 'median' in found) return found.median;
  }
  return undefined;
}

/** All sections as a page in Markdown. */
export function formatResults(all: Results, order: readonly string[]): string {
  const sections = order.flatMap((name) => all[name] ?? []);
  return [
    '# Measurements',
    'Written by `npm run bench`. Cells are medians with the minimum and maximum of all runs in parentheses.',
    ...sections.map(formatSection),
  ].join('\n\n');
}

/** One section in Markdown. */
export function formatSection(section: SectionResult): string {
  const { title, method, tables, goals } = section;
  const parts = [`## ${title}`, method, formatMeasured(section), ...tables.map(formatTable)];
  return [...parts, ...(goals.length === 0 ? [] : [formatGoals(title, goals)])].join('\n\n');
}

/** When a section was measured, how and with what. */
export function formatMeasured({ versions, isQuick, date, seconds, machine }: SectionResult): string {
  const programs = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const form = isQuick ? 'the quick form' : 'the full form';
  const minute = date.slice(0, 16).replace('T', ' ');
  return `Measured on ${minute} UTC, ${form}, ${Math.round(seconds)} s. ${machine}. ${programs.join(', ')}.`;
}

/** A table with its title. */
export function formatTable(result: Table): string {
  return `### ${result.title}\n\n${formatRows(result)}`;
}

/** A table and its notes. The reasons for missing values become notes. */
export function formatRows({ columns, rows, notes }: Table): string {
  const heads = columns.map(({ name, unit }) => (unit === '' ? name : `${name}, ${unit}`));
  const reasons = new Map<string, string[]>();
  const lines = rows.map(({ subject, cells }) => {
    const texts = columns.map(({ name }) => {
      const found = cells[name];
      if (found !== undefined && 'missing' in found) {
        const where = reasons.get(found.missing) ?? [];
        reasons.set(found.missing, [...where, `${subject}, ${name}`]);
      }
      return formatCell(found);
    });
    return `| ${[subject, ...texts].join(' | ')} |`;
  });
  const missing = [...reasons].map(([reason, where]) => `${where.join('; ')}: ${reason}`);
  const footnotes = [...notes, ...missing].map((text) => `- ${text}`);
  return [
    `| | ${heads.join(' | ')} |`,
    `|---|${columns.map(() => '---:|').join('')}`,
    ...lines,
    ...(footnotes.length === 0 ? [] : ['', ...footnotes]),
  ].join('\n');
}

export function inRounds(count: number): string {
  return count === 1 ? '1 round' : `${count} rounds`;
}

/** A number with three or more digits, without a fraction from 100 on. */
export function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function formatCell(found: Cell | undefined): string {
  if (found === undefined || 'missing' in found) return '–';
  const { median, min, max } = found;
  const isExact = min === median && max === median;
  return isExact ? formatNumber(median) : `${formatNumber(median)} (${formatNumber(min)}–${formatNumber(max)})`;
}

export function formatGoals(title: string, goals: readonly Goal[]): string {
  const lines = goals.map((entry) => {
    const { name, value, bound, limit, unit } = entry;
    const met = isMet(entry);
    const verdict = met === undefined ? 'not measured' : met ? 'met' : '**missed**';
    const measured = value === null ? '–' : withUnit(value, unit);
    return `| ${name} | ${bound} ${withUnit(limit, unit)} | ${measured} | ${verdict} |`;
  });
  const why = missedGoals(goals).map(({ name }) => `- ${name}: ${reasons[name] ?? 'no reason is known yet.'}`);
  return [
    `### ${title}: goals\n`,
    '| goal | limit | measured | |',
    '|---|---:|---:|---|',
    ...lines,
    ...(why.length === 0 ? [] : ['', 'Why goals are missed:', '', ...why]),
  ].join('\n');
}

export function missedGoals(goals: readonly Goal[]): Goal[] {
  return goals.filter((entry) => isMet(entry) === false);
}

function withUnit(value: number, unit: string): string {
  return `${formatNumber(value)}${unit === '×' || unit === '' ? unit : ` ${unit}`}`;
}

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}
