import type { Samples } from '../samples.ts';
import { type LoadResult, runLoad } from './load.ts';
import type { Subject } from './subject.ts';

export const intakeColumns = [
  { name: 'leads per second', unit: '' },
  { name: 'p50', unit: 'ms' },
  { name: 'p99', unit: 'ms' },
  { name: 'CPU per lead', unit: 'µs' },
  { name: 'not 202', unit: '' },
];

export const connectionCount = 50;

/** As many leads as servers take that share `connectionCount` connections. */
export function runFullLoad(subjects: readonly Subject[], limit: { seconds?: number; requests?: number }) {
  return runLoad({ ports: subjects.map(({ port }) => port), connections: connectionCount, ...limit });
}

/** Adds what a load on these servers gives, and what it costs them. */
export async function addLoad(
  samples: Samples,
  name: string,
  subjects: readonly Subject[],
  load: () => Promise<LoadResult>,
): Promise<void> {
  const before = await cpuMsOf(subjects);
  const result = await load();
  const cpuMs = (await cpuMsOf(subjects)) - before;
  samples.add(name, 'leads per second', result.perSecond);
  samples.add(name, 'p50', result.p50);
  samples.add(name, 'p99', result.p99);
  samples.add(name, 'CPU per lead', (cpuMs * 1000) / result.requests);
  samples.add(name, 'not 202', result.failed);
}

export async function cpuMsOf(subjects: readonly Subject[]): Promise<number> {
  const usages = await Promise.all(subjects.map((subject) => subject.usage()));
  return usages.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
}
