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
  /** `storeMs`: how long the store took; absent when it was not used. */
  release(storeMs?: number): void;
};

const minPlaces = 64;
const maxPlaces = 1000;
/** Above this the store has too much to do at once; well below it, it could do more. */
const targetMs = 200;
const windowMs = 5_000;

/**
 * Limits how many leads are stored at the same time, so that an overload refuses some visitors at once instead of making
 * all wait; browsers keep a refused lead and send it again. The limit follows the store: one place more while it is
 * fast, a tenth fewer whenever it is slow.
 */
export function createConcurrencyLimit(now: () => number): ConcurrencyLimit {
  let places = 256;
  let taken = 0;
  let windowStart = now();
  let stored = 0;
  let refused = 0;

  const startWindow = () => {
    if (now() - windowStart <= windowMs) return;
    windowStart = now();
    stored = 0;
    refused = 0;
  };
  const ensureRoom = () => {
    if (taken < places) return;
    startWindow();
    refused++;
    throw busy(secondsToStore(refused));
  };
  /** How long it takes to store so many leads at the current rate. */
  const secondsToStore = (count: number) => {
    const seconds = Math.max(1, (now() - windowStart) / 1000);
    return Math.min(60, Math.ceil(count / Math.max(1, stored / seconds)));
  };

  return {
    ensureRoom,
    acquire() {
      ensureRoom();
      taken++;
      let isReleased = false;
      return {
        release(storeMs) {
          if (isReleased) return;
          isReleased = true;
          if (storeMs !== undefined) {
            startWindow();
            stored++;
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
