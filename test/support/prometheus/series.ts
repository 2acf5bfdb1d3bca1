/** One value of a series at one scrape. */
export type Labels = Record<string, string>;
export type Sample = { name: string; labels: Labels; value: number };
export type Point = { at: number; value: number };
export type Series = { name: string; labels: Labels; points: Point[] };

/** Prometheus uses the last value of a series for five minutes, if later scrapes fail. */
const lookbackMs = 300_000;

/** What a Prometheus has scraped: the series of every scrape, and the times at which they were missing again. */
export class ScrapedSeries {
  readonly #series = new Map<string, Series>();

  add(at: number, samples: readonly Sample[]): void {
    const seen = new Set<string>();
    for (const { name, labels, value } of samples) {
      const key = keyOf(name, labels);
      seen.add(key);
      const series = this.#series.get(key) ?? { name, labels, points: [] };
      series.points.push({ at, value });
      this.#series.set(key, series);
    }
    // A series that is missing in a scrape is stale at once; Prometheus stores a marker likewise.
    for (const [key, { points }] of this.#series) {
      if (!seen.has(key) && !Number.isNaN(points.at(-1)?.value)) points.push({ at, value: Number.NaN });
    }
  }

  /** The current value of each series of that name. */
  latest(name: string, at: number): Sample[] {
    return this.#named(name).flatMap(({ labels, points }) => {
      const last = points.findLast((point) => point.at <= at);
      const isCurrent = last !== undefined && at - last.at < lookbackMs && !Number.isNaN(last.value);
      return isCurrent ? [{ name, labels, value: last.value }] : [];
    });
  }

  /** The values of each series of that name after `from`, up to `to`. */
  range(name: string, from: number, to: number): Series[] {
    return this.#named(name).map(({ labels, points }) => ({
      name,
      labels,
      points: points.filter((point) => point.at > from && point.at <= to && !Number.isNaN(point.value)),
    }));
  }

  #named(name: string): Series[] {
    return [...this.#series.values()].filter((series) => series.name === name);
  }
}

export function keyOf(name: string, labels: Labels): string {
  return JSON.stringify([name, Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** Parses Prometheus' text format. Throws at a line that is not in this format. */
export function parseExposition(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined) throw new Error(`not in Prometheus' text format: ${line}`);
      return { name, labels: parseLabels(labels), value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value) };
    });
}

function parseLabels(text: string): Labels {
  const labels: Labels = {};
  for (const [, name = '', value = ''] of text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)",?/g)) labels[name] = value;
  return labels;
}
