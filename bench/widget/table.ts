/** By row and subject, one value for each run. */
export type Samples = Map<string, Map<string, number[]>>;

/** Medians with their range, as a table in Markdown. */
export function printTable(samples: Samples): void {
  const subjects = [...new Set([...samples.values()].flatMap((row) => [...row.keys()]))];
  console.log(`| | ${subjects.join(' | ')} |\n|---|${'---:|'.repeat(subjects.length)}`);
  for (const [what, row] of samples) {
    console.log(`| ${what} | ${subjects.map((subject) => describe(row.get(subject))).join(' | ')} |`);
  }
}

function describe(values: number[] | undefined): string {
  if (values === undefined) return '–';
  const sorted = values.toSorted((one, other) => one - other);
  if (sorted.length === 1) return round(sorted[0]);
  return `${round(medianOf(values))} (${round(sorted[0])}–${round(sorted.at(-1))})`;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function round(value: number | undefined): string {
  return (value ?? Number.NaN).toFixed(value !== undefined && Math.abs(value) < 100 ? 1 : 0);
}
