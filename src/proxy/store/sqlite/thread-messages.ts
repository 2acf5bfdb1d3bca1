import type { RoomLimits } from '../capacity-guard.ts';
import type { LeadStore } from '../lead-store.ts';
import type { StoreErrorFacts } from '../store-error.ts';

/** What a thread is started with. */
export type ThreadData = { file: string; limits: RoomLimits };

export type StoreMethod = Exclude<keyof LeadStore, 'subscribe'>;

export type StoreCall = { id: number; method: StoreMethod; args: unknown[] };

export type StoreAnswer = { id: number } & ({ value: unknown } | { failure: StoreErrorFacts });

/** What the thread tells: first whether the store could be opened, then answers, as many at once as are there. */
export type ThreadMessage = {
  opened?: true;
  unusable?: StoreErrorFacts;
  answers?: StoreAnswer[];
  /** There may be something to claim. */
  notified?: boolean;
};
