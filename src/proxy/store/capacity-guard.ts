import { StoreError } from './store-error.ts';

export type CapacityLimits = {
  /** Leads that may wait for delivery. More are refused and stay in the browser. @default 100000 */
  maxWaiting?: number;
  /** Free space on the disk below which leads are refused. @default 200 MB */
  minFreeBytes?: number;
};

export type CapacityDeps = {
  now(): number;
  waiting(): number;
  freeBytes(): number;
  /** Translates an error of `waiting` or `freeBytes`. */
  errorOf(error: unknown): StoreError;
};

/** How long a measurement is reused, because counting the rows for every lead would cost more than storing it. */
const cacheMs = 1_000;

/** Creates a check that throws `backlog-full` if the store should accept no more leads. */
export function createCapacityGuard(limits: CapacityLimits, deps: CapacityDeps): () => void {
  const { maxWaiting = 100_000, minFreeBytes = 200_000_000 } = limits;
  let measuredAt = Number.NEGATIVE_INFINITY;
  let reason: string | undefined;
  return () => {
    if (deps.now() - measuredAt >= cacheMs) {
      reason = findShortage(deps, maxWaiting, minFreeBytes);
      measuredAt = deps.now();
    }
    if (reason === undefined) return;
    throw new StoreError({ code: 'backlog-full', message: `[store] no capacity: ${reason}.`, retryAfterMs: 60_000 });
  };
}

function findShortage(deps: CapacityDeps, maxWaiting: number, minFreeBytes: number): string | undefined {
  try {
    if (deps.waiting() >= maxWaiting) return `${maxWaiting} leads wait for delivery`;
    return deps.freeBytes() < minFreeBytes ? `less than ${minFreeBytes} bytes are free on the disk` : undefined;
  } catch (error) {
    throw deps.errorOf(error);
  }
}
