const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays between the attempts of a step or a webhook, and when the next attempt then is. After the last one it is dead. */
const retryDelays: readonly number[] = [
  5 * second, // 5 s after the first
  30 * second, // 35 s
  2 * minute, // 3 min
  10 * minute, // 13 min
  hour, // 1¼ h
  3 * hour, // 4¼ h
  6 * hour, // 10¼ h
  12 * hour, // 22¼ h
  24 * hour, // 46¼ h
  24 * hour, // 70¼ h, about three days
];

/** The longest `Retry-After` that counts. */
export const maxRetryAfterMs = 24 * hour;

/** The delay after `attempts` attempts, ±20 %, and at least the Retry-After; undefined after the last attempt. */
export function retryDelay(attempts: number, random: () => number, retryAfterMs = 0): number | undefined {
  const delay = retryDelays[attempts - 1];
  if (delay === undefined) return undefined;
  // Whole milliseconds, as they are stored: a Retry-After may have a fraction.
  return Math.ceil(Math.max(delay * (0.8 + 0.4 * random()), Math.min(retryAfterMs, maxRetryAfterMs)));
}
