import { cutText } from '../../protocol/cut-text.ts';
import type { Log } from '../log.ts';
import type { Overloaded } from './proxy-error.ts';

const againMs = 60_000;

/**
 * Limits log lines about what clients can repeat: `write` runs once per key and minute, with how often it happened since
 * the last line. Keys are a closed set, so that a client cannot fill the memory.
 */
export function createLogThrottle<Facts extends unknown[]>(
  now: () => number,
  write: (key: string, count: number, ...facts: Facts) => void,
): (key: string, ...facts: Facts) => void {
  const states = new Map<string, { writtenAt: number; count: number }>();
  return (key, ...facts) => {
    const { writtenAt, count } = states.get(key) ?? { writtenAt: Number.NEGATIVE_INFINITY, count: 0 };
    // Whichever way the clock was set meanwhile.
    const isDue = Math.abs(now() - writtenAt) >= againMs;
    if (isDue) write(key, count + 1, ...facts);
    states.set(key, isDue ? { writtenAt: now(), count: 0 } : { writtenAt, count: count + 1 });
  };
}

const overloads: Readonly<Record<string, string>> = {
  process: 'new connections wait longer than a second for this process',
  store: 'more leads arrive than the database can take',
  request: 'a request takes longer than 20 seconds',
} satisfies Record<Overloaded, string>;

/** Logs requests that got 503 because too much arrives: once per kind and minute, with how many there were since. */
export function createOverloadWarning(log: Pick<Log, 'warn'>, now: () => number): (overloaded: Overloaded) => void {
  return createLogThrottle(now, (overloaded, refused) =>
    log.warn('overloaded', { overloaded, reason: overloads[overloaded], refused }),
  );
}

/** For mistakes of a configuration, which affect every request: each is logged once. */
export function createWarnOnce(log: Log): Log['warn'] {
  const warned = new Set<string>();
  return (event, facts) => {
    if (warned.has(event)) return;
    warned.add(event);
    log.warn(event, facts);
  };
}

const warnAgainMs = 600_000;
const maxWarnings = 20;

/** Logs which page is missing in `origins`, once per page in ten minutes, so that nobody can fill the log. */
export function createOriginWarning(log: Log, now: () => number): (origin: string) => void {
  let warned = new Set<string>();
  let since = Number.NEGATIVE_INFINITY;
  return (header) => {
    if (Math.abs(now() - since) > warnAgainMs) {
      warned = new Set();
      since = now();
    }
    // Clients can send any text in the header, so only a valid origin is logged.
    const origin = URL.parse(header)?.origin ?? 'null';
    if (warned.has(origin) || warned.size >= maxWarnings) return;
    warned.add(origin);
    log.warn('origin-refused', { origin: cutText(origin, 200), setting: 'origins (LEADCHAT_ORIGINS)' });
  };
}
