import { ProxyError } from '../http/proxy-error.ts';

/** Leads that are stored at the same time, at most. */
const maxLeads = 256;
/**
 * So many are admitted whatever the pace, and the pace is that of leads behind as many others: a store that commits leads
 * together is slow only for single ones.
 */
const minLeads = 64;
/** A visitor who would wait longer is asked to come back instead. */
const maxWaitMs = 300;
/** Visitors who are refused within this time are assumed to come back together. */
const windowMs = 5_000;

/**
 * The leads that wait for the store: so few that none waits longer than 0.3 seconds. An overload then refuses some
 * visitors at once instead of making all wait, and their browsers send the lead again later.
 */
export function createStoreGate(now: () => number) {
  let count = 0;
  /** How long the store takes for one of many leads; 0 until many have waited. */
  let paceMs = 0;
  /** When the last lead was stored, or the first one began to wait. */
  let lastProgressAt = now();
  let windowStart = now();
  let refusedCount = 0;

  const isFull = () => count >= maxLeads || (count >= minLeads && count * paceMs > maxWaitMs);

  const refusal = () => {
    if (now() - windowStart > windowMs) {
      windowStart = now();
      refusedCount = 0;
    }
    refusedCount++;
    // While the store hangs, its pace says nothing, so the time since its last progress counts.
    const stalledMs = count === 0 ? 0 : now() - lastProgressAt;
    const waitMs = Math.max((count + refusedCount) * paceMs, stalledMs);
    return busy(Math.min(60, Math.max(1, Math.ceil(waitMs / 1000))));
  };

  return {
    /**
     * Throws when a new lead would wait too long.
     * @throws ProxyError 503 with Retry-After
     */
    ensureRoom(): void {
      if (isFull()) throw refusal();
    },
    /** Takes a place, until the returned function is called: with whether the store has taken the lead. */
    enter(): (isStored: boolean) => void {
      if (isFull()) throw refusal();
      if (count === 0) lastProgressAt = now();
      const leadsAhead = count++;
      const enteredAt = now();
      return (isStored) => {
        count--;
        if (!isStored) return;
        lastProgressAt = now();
        if (leadsAhead < minLeads - 1) return;
        paceMs += ((lastProgressAt - enteredAt) / (leadsAhead + 1) - paceMs) / (paceMs === 0 ? 1 : 16);
      };
    },
  };
}

/** Whether an error is a refusal of the gate. */
export function isOverload(error: unknown): boolean {
  return error instanceof OverloadError;
}

class OverloadError extends ProxyError {}

function busy(retryAfterSeconds: number): ProxyError {
  const message = `Too many visitors at the same time. Try again in ${retryAfterSeconds} seconds.`;
  return new OverloadError('store-unavailable', { message, retryAfterSeconds, overloaded: 'store' });
}
