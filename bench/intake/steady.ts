import { runChild } from '../../test/support/child-process.ts';
import { Samples } from '../samples.ts';
import { startCommand } from './command.ts';
import { runSteadyLoad } from './load.ts';
import { addLoad } from './measured-load.ts';
import { bareHandler } from './row-names.ts';
import { fillStore, openStoreAt } from './stored-leads.ts';
import type { Subject } from './subject.ts';

export const perSecond = 200;

/** What it costs without checks and without delivery. */
export const floorName = (name: string) => `${name}: ${bareHandler}`;

export type SteadyOptions = {
  /** Address of an empty store, by the name of its database. */
  stores: Readonly<Record<string, string>>;
  /** Address of an empty store, by the same names. */
  floorStores: Readonly<Record<string, string>>;
  startFloor: (store: string) => Promise<Subject>;
  /** Address of the service that leads are delivered to. */
  service: string;
  /** Leads that are in the store at the start. */
  storedCount: number;
  rounds: number;
  seconds: number;
};

/** A steady stream of leads with everything on: limits, log and delivery, in a store with many leads. */
export async function measureSteady({
  stores,
  floorStores,
  startFloor,
  service,
  storedCount,
  rounds,
  seconds,
}: SteadyOptions): Promise<Samples> {
  const samples = new Samples();
  const subjects: [name: string, subject: Subject, floor: Subject | undefined][] = [];
  for (const [name, address] of Object.entries(stores)) {
    const store = await openStoreAt(address);
    await fillStore(store, storedCount, 'phone-limit');
    await store.close();
    const floorStore = floorStores[name];
    const floor = floorStore === undefined ? undefined : await startFloor(floorStore);
    subjects.push([name, await startCommand({ store: address, service }), floor]);
  }
  const run = (name: string, subject: Subject, found: Samples) =>
    addLoad(found, name, [subject], () => runSteadyLoad({ ports: [subject.port], perSecond, seconds }));
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round++) {
    const found = round === 0 ? new Samples() : samples;
    for (const [name, subject, floor] of subjects) {
      const turn = round === 0 ? 'warm-up' : `round ${round} of ${rounds}`;
      console.error(`[leadchat] bench: intake, steady on ${name}, ${turn}`);
      if (floor !== undefined) await run(floorName(name), floor, found);
      await run(name, subject, found);
      await besideReads(subject, () => run(withReads(name), subject, found));
    }
  }
  await Promise.all(subjects.flatMap(([, subject, floor]) => [subject.stop(), floor?.stop()]));
  return samples;
}

/** The row of a database, while others read from it. */
export function withReads(name: string): string {
  return `${name}, beside search, export and scrape`;
}

/** In a process of their own: what they receive is not to slow the load down. */
async function besideReads({ port }: Subject, run: () => Promise<void>): Promise<void> {
  const readers = runChild('bench/intake/readers.ts', [String(port)]);
  try {
    await readers.ready;
    await run();
    if (readers.errors() !== '') throw new Error(readers.errors());
  } finally {
    readers.kill('SIGKILL');
    await readers.ended;
  }
}
