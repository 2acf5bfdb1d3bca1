const againMs = 60_000;

/**
 * Limits log lines about what clients can repeat: `write` runs once per key and minute, with how often it happened since
 * the last line. Keys are a closed set, so that a client cannot fill the memory.
 */
export function createLogThrottle(
  now: () => number,
  write: (key: string, count: number) => void,
): (key: string) => void {
  const states = new Map<string, { writtenAt: number; count: number }>();
  return (key) => {
    const { writtenAt, count } = states.get(key) ?? { writtenAt: Number.NEGATIVE_INFINITY, count: 0 };
    const isDue = now() - writtenAt >= againMs;
    if (isDue) write(key, count + 1);
    states.set(key, isDue ? { writtenAt: now(), count: 0 } : { writtenAt, count: count + 1 });
  };
}
