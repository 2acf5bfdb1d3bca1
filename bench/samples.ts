import type { Cell, Table } from './report.ts';

export type Column = Table['columns'][number];

/** Collects the values of all runs, by subject and column. */
export class Samples {
  readonly #values = new Map<string, Map<string, number[]>>();
  readonly #reasons = new Map<string, Map<string, string>>();

  add(subject: string, column: string, value: number): void {
    const row = entryOf(this.#values, subject);
    row.set(column, [...(row.get(column) ?? []), value]);
  }

  /** Says why a subject has no value in a column. */
  leaveOut(subject: string, column: string, reason: string): void {
    entryOf(this.#reasons, subject).set(column, reason);
  }

  isLeftOut(subject: string, column: string): boolean {
    return this.#reasons.get(subject)?.has(column) === true;
  }

  median(subject: string, column: string): number | undefined {
    const values = this.#values.get(subject)?.get(column);
    return values === undefined ? undefined : medianOf(values);
  }

  /** A table of these columns with a row for each subject that has a value or a reason in one of them. */
  toTable(title: string, columns: readonly Column[], notes: readonly string[] = []): Table {
    const subjects = new Set([...this.#values.keys(), ...this.#reasons.keys()]);
    const rows = [...subjects].map((subject) => {
      const cells = columns.flatMap(({ name }): [string, Cell][] => {
        const found = this.#cell(subject, name);
        return found === undefined ? [] : [[name, found]];
      });
      return { subject, cells: Object.fromEntries(cells) };
    });
    return {
      title,
      columns: [...columns],
      rows: rows.filter(({ cells }) => Object.keys(cells).length > 0),
      notes: [...notes],
    };
  }

  #cell(subject: string, column: string): Cell | undefined {
    const values = this.#values.get(subject)?.get(column);
    if (values !== undefined) {
      return { median: medianOf(values), min: Math.min(...values), max: Math.max(...values), runs: values.length };
    }
    const missing = this.#reasons.get(subject)?.get(column);
    return missing === undefined ? undefined : { missing };
  }
}

export function medianOf(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value at a share of the sorted values: 0.99 is the 99th percentile. NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function entryOf<Value>(map: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const entry = map.get(key) ?? new Map<string, Value>();
  map.set(key, entry);
  return entry;
}
