import type { Goal } from './goals.ts';

/** The values of all runs, by measurement and subject. */
export type Samples = Map<string, Map<string, number[]>>;

/** Prints medians with their range, as a table in Markdown. */
export function printTable(samples: Samples): void {
  const subjects = [...new Set([...samples.values()].flatMap((row) => [...row.keys()]))];
  console.log(`| | ${subjects.join(' | ')} |\n|---|${'---:|'.repeat(subjects.length)}`);
  for (const [measurement, row] of samples) {
    console.log(`| ${measurement} | ${subjects.map((subject) => describe(row.get(subject))).join(' | ')} |`);
  }
}

/** Prints how leadchat's medians compare with the goals. */
export function printGoals(samples: Samples, goals: readonly Goal[]): void {
  console.log('\n| goal | leadchat | |\n|---|---:|---|');
  for (const { measurement, max, isRatio } of goals) {
    const row = samples.get(measurement);
    const value = medianOf(row?.get('leadchat') ?? []);
    const compared = isRatio ? value / medianOf(row?.get('hand-written') ?? []) : value;
    const unit = isRatio ? '×' : '';
    const limit = `at most ${max}${isRatio ? '× the chat written by hand' : ''}`;
    const verdict = compared <= max ? 'reached' : 'MISSED';
    console.log(`| ${measurement}: ${limit} | ${compared.toFixed(isRatio ? 2 : 1)}${unit} | ${verdict} |`);
  }
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function describe(values: number[] | undefined): string {
  if (values === undefined) return '–';
  const sorted = values.toSorted((a, b) => a - b);
  if (sorted.length === 1) return round(sorted[0]);
  return `${round(medianOf(values))} (${round(sorted[0])}–${round(sorted.at(-1))})`;
}

function round(value: number | undefined): string {
  return (value ?? Number.NaN).toFixed(value !== undefined && Math.abs(value) < 100 ? 1 : 0);
}
