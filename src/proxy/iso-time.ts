/** A time in milliseconds as the APIs and exports write it: ISO 8601 in UTC. */
export function isoTime(time: number): string;
export function isoTime(time: number | undefined): string | undefined;
export function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
