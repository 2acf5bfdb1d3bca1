import { ProxyError } from '../http/proxy-error.ts';

export type ConcurrencyLimit = {
  /** Throws when there is no room, without taking any. */
  ensureRoom(): void;
  /**
   * Takes a place for one lead until `release`.
   * @throws ProxyError 503 with Retry-After when all places are taken
   */
  acquire(): Place;
};

export type Place = {
  /** `storeMs`: how long the lead waited for the store; absent when it was not stored. */
  release(storeMs?: number): void;
};

const minPlaces = 64;
const maxPlaces = 1000;
/** Above this the store has too much to do at once; well below it, it could do more. */
const targetMs = 200;
/** Refused leads of this time are taken to come back together. */
const windowMs = 5_000;

/**
 * Limits how many leads are stored at the same time, so that an overload refuses some visitors at once instead of making
 * all wait; browsers keep a refused lead and send it again. The limit follows the store: one place more while it is
 * fast, a tenth fewer whenever it is slow.
 */
export function createConcurrencyLimit(now: () => number): ConcurrencyLimit {
  let places = 256;
  let taken = 0;
  let averageMs = targetMs;
  /** When the last lead was stored, or the first one began to wait. */
  let lastProgressAt = now();
  let windowStart = now();
  let refused = 0;

  const ensureRoom = () => {
    if (taken < places) return;
    if (now() - windowStart > windowMs) {
      windowStart = now();
      refused = 0;
    }
    refused++;
    throw busy(secondsToStore(taken + refused));
  };
  /** How long the store takes for so many leads, `places` of them at a time. */
  const secondsToStore = (count: number) => {
    // A store that hangs stores nothing that could be measured.
    const currentMs = Math.max(averageMs, now() - lastProgressAt);
    return Math.min(60, Math.ceil(((count / places) * currentMs) / 1000));
  };

  return {
    ensureRoom,
    acquire() {
      ensureRoom();
      if (taken === 0) lastProgressAt = now();
      taken++;
      let isReleased = false;
      return {
        release(storeMs) {
          if (isReleased) return;
          isReleased = true;
          if (storeMs !== undefined) {
            lastProgressAt = now();
            averageMs += (storeMs - averageMs) / 16;
            if (storeMs > targetMs) places = Math.max(minPlaces, Math.floor(places * 0.9));
            else if (storeMs < targetMs / 2 && taken > places / 2) places = Math.min(maxPlaces, places + 1);
          }
          taken--;
        },
      };
    },
  };
}

function busy(retryAfterSeconds: number): ProxyError {
  const message = `Too many visitors at the same time. Try again in ${retryAfterSeconds} seconds.`;
  return new ProxyError('store-unavailable', { message, retryAfterSeconds });
}
