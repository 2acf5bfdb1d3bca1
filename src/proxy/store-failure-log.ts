import { createLogThrottle } from './http/log-throttle.ts';
import type { Log } from './log.ts';
import { isStoreError, type StoreErrorCode, storeFailureReason } from './store/store-error.ts';

/** Codes of errors that concern the whole store. The others concern one row, and each of them is logged. */
const outageCodes: readonly StoreErrorCode[] = ['unavailable', 'backlog-full', 'disk-full'];
/**
 * So long without a failure, and a store works again. One that has few connections left stores a lead and fails for the next
 * one in turn.
 */
const recoveredAfterMs = 10_000;

/**
 * A log that writes one line per reason and minute while the store fails: then every request and every loop of the proxy
 * fails for the same reason. The next line says how many were `suppressed`. A lead that is stored when nothing has failed for ten
 * seconds shows that the store works again.
 */
export function limitStoreFailures(log: Log, now: () => number): Log {
  const write = createLogThrottle(now, (_reason, count, ...[event, error, facts]: Parameters<Log['error']>) =>
    log.error(event, error, { ...facts, ...(count > 1 && { suppressed: count - 1 }) }),
  );
  let failing: { since: number; lastAt: number } | undefined;
  // Also after the clock was set back.
  const isOver = (lastAt: number) => Math.abs(now() - lastAt) >= recoveredAfterMs;
  return {
    ...(log.debug !== undefined && { debug: (event, facts) => log.debug?.(event, facts) }),
    info(event, facts) {
      if (failing !== undefined && event === 'lead-accepted' && isOver(failing.lastAt)) {
        log.info('store-recovered', { afterSeconds: Math.max(0, Math.round((failing.lastAt - failing.since) / 1000)) });
        failing = undefined;
      }
      log.info(event, facts);
    },
    warn: (event, facts) => log.warn(event, facts),
    error(event, error, facts) {
      if (!isStoreError(error)) return log.error(event, error, facts);
      const reason = storeFailureReason(error);
      if (!outageCodes.includes(error.code)) return log.error(event, error, { ...facts, reason });
      failing = { since: failing?.since ?? now(), lastAt: now() };
      // The free space changes with every line, so a full disk has one reason: its code.
      const key = error.code === 'disk-full' ? error.code : reason;
      write(key, event, error, { ...facts, reason });
    },
  };
}
