import { ProxyError } from '../http/proxy-error.ts';

export type ConcurrencyLimit = {
  /** Throws when no slot is free, without taking one. */
  ensureFreeSlot(): void;
  /**
   * Takes a slot for one lead.
   * @throws ProxyError 503 with Retry-After when all slots are taken
   */
  acquire(): Slot;
};

export type Slot = {
  /** `storeMs`: how long the store took for the lead; absent when the lead was not stored. */
  release(storeMs?: number): void;
};

const minSlots = 64;
const maxSlots = 1000;
/** A store that takes longer is overloaded; one that takes less than half of it can do more. */
const targetMs = 200;
/** Visitors who are refused within this time are assumed to come back together. */
const windowMs = 5_000;

/**
 * Limits how many leads are stored at the same time. An overload then refuses some visitors at once instead of making
 * all wait, and their browsers send the lead again later. The limit follows the store: one slot more while it is fast,
 * a tenth fewer whenever it is slow.
 */
export function createConcurrencyLimit(now: () => number): ConcurrencyLimit {
  let slotCount = 256;
  let takenCount = 0;
  let averageMs = targetMs;
  /** When the last lead was stored, or the first one began to wait. */
  let lastProgressAt = now();
  let windowStart = now();
  let refusedCount = 0;

  const ensureFreeSlot = () => {
    if (takenCount < slotCount) return;
    if (now() - windowStart > windowMs) {
      windowStart = now();
      refusedCount = 0;
    }
    refusedCount++;
    throw busy(secondsToStore(takenCount + refusedCount));
  };
  /** How long the store takes for so many leads, `slotCount` of them at a time. */
  const secondsToStore = (leadCount: number) => {
    // While the store hangs there is nothing to average, so the time since its last progress counts.
    const currentMs = Math.max(averageMs, now() - lastProgressAt);
    return Math.min(60, Math.ceil(((leadCount / slotCount) * currentMs) / 1000));
  };

  return {
    ensureFreeSlot,
    acquire() {
      ensureFreeSlot();
      if (takenCount === 0) lastProgressAt = now();
      takenCount++;
      let isReleased = false;
      return {
        release(storeMs) {
          if (isReleased) return;
          isReleased = true;
          if (storeMs !== undefined) {
            lastProgressAt = now();
            averageMs += (storeMs - averageMs) / 16;
            if (storeMs > targetMs) slotCount = Math.max(minSlots, Math.floor(slotCount * 0.9));
            else if (storeMs < targetMs / 2 && takenCount > slotCount / 2)
              slotCount = Math.min(maxSlots, slotCount + 1);
          }
          takenCount--;
        },
      };
    },
  };
}

/** Whether all slots were taken. */
export function isOverload(error: unknown): boolean {
  return error instanceof OverloadError;
}

class OverloadError extends ProxyError {}

function busy(retryAfterSeconds: number): ProxyError {
  const message = `Too many visitors at the same time. Try again in ${retryAfterSeconds} seconds.`;
  return new OverloadError('store-unavailable', { message, retryAfterSeconds });
}
