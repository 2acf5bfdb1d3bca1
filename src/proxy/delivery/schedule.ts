const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between the attempts of a step, about three days in all; after the last attempt it is a dead letter. */
export const retryDelays: readonly number[] = [
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

/** No service may make us wait longer than this. */
const longestRetryAfter = 24 * hour;

/** How long to wait after `attempts` attempts, ±20 %, and never less than the service asked for; undefined: give up. */
export function retryDelay(attempts: number, random: () => number, retryAfterMs = 0): number | undefined {
  const delay = retryDelays[attempts - 1];
  if (delay === undefined) return undefined;
  return Math.max(Math.round(delay * (0.8 + 0.4 * random())), Math.min(retryAfterMs, longestRetryAfter));
}
