/** A time in milliseconds as the APIs and exports write it: ISO 8601 in UTC. */
export function isoTime(time: number): string {
  return new Date(time).toISOString();
}
