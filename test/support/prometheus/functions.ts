import { keyOf, type Sample, type Series } from './series.ts';

/**
 * `increase` of Prometheus: the growth of a counter, extrapolated to the ends of the window. A series with one value has
 * none, and the first value of a series counts as its start: that is why a counter must exist before its first event.
 */
export function increaseOf({ name, labels, points }: Series, from: number, to: number): Sample[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) return [];
  let growth = last.value - first.value;
  for (const [index, { value }] of points.entries()) {
    const before = points[index - 1]?.value ?? 0;
    // The process restarted, and counts from 0 again.
    if (value < before) growth += before;
  }
  const sampledMs = last.at - first.at;
  const intervalMs = sampledMs / (points.length - 1);
  const limitMs = intervalMs * 1.1;
  let startMs = first.at - from;
  let endMs = to - last.at;
  if (startMs >= limitMs) startMs = intervalMs / 2;
  // A counter is never below 0.
  if (growth > 0 && first.value >= 0) startMs = Math.min(startMs, sampledMs * (first.value / growth));
  if (endMs >= limitMs) endMs = intervalMs / 2;
  return [{ name, labels, value: growth * ((sampledMs + startMs + endMs) / sampledMs) }];
}

/** `histogram_quantile` of Prometheus: linear within the bucket that contains the quantile. */
export function quantileOf(quantile: number, buckets: readonly Sample[]): Sample[] {
  const withoutBound = ({ le: _, ...labels }: Sample['labels']) => labels;
  const groups = Map.groupBy(buckets, ({ labels }) => keyOf('', withoutBound(labels)));
  return [...groups.values()].map((group) => {
    const sorted = group
      .map(({ labels, value }) => ({
        bound: labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le),
        value,
      }))
      .sort((a, b) => a.bound - b.bound);
    const rank = quantile * (sorted.at(-1)?.value ?? 0);
    const index = sorted.findIndex(({ value }) => value >= rank);
    const { bound = Number.NaN, value: end = 0 } = sorted[index] ?? {};
    const { bound: start = 0, value: below = 0 } = sorted[index - 1] ?? {};
    const found =
      bound === Number.POSITIVE_INFINITY ? start : start + (bound - start) * ((rank - below) / (end - below));
    return { name: '', labels: withoutBound(group[0]?.labels ?? {}), value: found };
  });
}
