const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays between the attempts of a step or a webhook, about three days in total. After the last one it is dead. */
const retryDelays: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
];

/** The longest `Retry-After` that counts. */
export const maxRetryAfterMs = 24 * hour;

/** The delay after `attempts` attempts, ±20 %, and at least the Retry-After; undefined after the last attempt. */
export function retryDelay(attempts: number, random: () => number, retryAfterMs = 0): number | undefined {
  const delay = retryDelays[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.max(Math.round(delay * (0.8 + 0.4 * random())), Math.min(retryAfterMs, maxRetryAfterMs));
}
