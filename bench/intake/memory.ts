import { Samples } from '../samples.ts';
import { runFullLoad } from './measured-load.ts';
import type { Subject } from './subject.ts';

export const memoryColumns = ['heap in use', 'resident'].map((name) => ({ name, unit: 'MB' }));

/** What a proxy uses after each of these numbers of leads; `residentMb` is that after the last. */
export async function measureMemory(subject: Subject, counts: readonly number[]) {
  const samples = new Samples();
  let taken = 0;
  let residentMb = Number.NaN;
  for (const until of counts) {
    const result = await runFullLoad([subject], { requests: until - taken });
    taken += result.requests;
    const usage = await subject.usage();
    residentMb = usage.residentMb;
    const name = `after ${taken.toLocaleString('en')} leads`;
    samples.add(name, 'heap in use', usage.heapMb);
    samples.add(name, 'resident', residentMb);
  }
  await subject.stop();
  return { samples, residentMb };
}
