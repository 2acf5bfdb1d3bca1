import { StoreError } from './store-error.ts';

export type RoomLimits = {
  /** Leads that may wait for delivery; more are refused and stay in the browsers. @default 100000 */
  maxWaiting?: number;
  /** Free space on the disk below which leads are refused. @default 200 MB */
  minFreeBytes?: number;
};

export type RoomFacts = {
  now(): number;
  waiting(): number;
  freeBytes(): number;
  /** What a failed look at the facts means. */
  errorOf(error: unknown): StoreError;
};

/** How long the facts are believed: counting rows for every lead would cost more than storing it. */
const believedForMs = 1_000;

/** A check that throws `backlog-full` when the store should take no more leads. */
export function createCapacityGuard(limits: RoomLimits, facts: RoomFacts): () => void {
  const { maxWaiting = 100_000, minFreeBytes = 200_000_000 } = limits;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let full: string | undefined;
  return () => {
    if (facts.now() - lookedAt >= believedForMs) {
      full = look(facts, maxWaiting, minFreeBytes);
      lookedAt = facts.now();
    }
    if (full === undefined) return;
    throw new StoreError({ code: 'backlog-full', message: `[store] no room: ${full}.`, retryAfterMs: 60_000 });
  };
}

function look(facts: RoomFacts, maxWaiting: number, minFreeBytes: number): string | undefined {
  try {
    if (facts.waiting() >= maxWaiting) return `${maxWaiting} leads wait for delivery`;
    return facts.freeBytes() < minFreeBytes ? `less than ${minFreeBytes} bytes are free on the disk` : undefined;
  } catch (error) {
    throw facts.errorOf(error);
  }
}
