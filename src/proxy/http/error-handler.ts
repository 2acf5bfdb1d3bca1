import type { ErrorHandler } from 'hono';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { isStoreError } from '../store/index.ts';
import type { AppEnvironment } from './app-environment.ts';
import { logStoreFailure, ProxyError, storeUnavailable } from './proxy-error.ts';

export type ErrorHandlerDeps = { log: Log; metrics: Pick<Metrics, 'requestLimited'>; now: () => number };

/** Turns every error into a response: the service's error body plus a stable code. */
export function createErrorHandler({ log, metrics, now }: ErrorHandlerDeps): ErrorHandler<AppEnvironment> {
  const warnAboutLimit = createLimitWarning(log, now);
  return (error, c) => {
    const failure = toProxyError(error, c.get('requestId'), log);
    const { code, message, issues, retryAfterSeconds, limit, details } = failure;
    if (limit !== undefined) {
      metrics.requestLimited(limit);
      warnAboutLimit(limit);
    }
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
    if (code === 'unauthorized') c.header('www-authenticate', 'Bearer');
    return c.json(
      { status: 'failed', code, message, ...(issues !== undefined && { issues }), ...details },
      failure.status,
    );
  };
}

function toProxyError(error: Error, requestId: string, log: Log): ProxyError {
  if (error instanceof ProxyError) return error;
  if (!isStoreError(error)) {
    log.error('request-failed', error, { requestId });
    return new ProxyError('internal', { message: `Something went wrong. Request ${requestId}.` });
  }
  if (error.code === 'row-refused') {
    log.error('lead-refused', error, { requestId });
    return new ProxyError('bad-request', { message: 'The database cannot store this request.' });
  }
  logStoreFailure(log, error, requestId);
  return storeUnavailable(error, 'The request cannot be stored now. Try again later.');
}

const warnAgainMs = 60_000;

/** Logs that requests are over a limit, once per limit and minute, so that a flood does not fill the log. */
function createLimitWarning(log: Pick<Log, 'warn'>, now: () => number): (limit: string) => void {
  const states = new Map<string, { warnedAt: number; refused: number }>();
  return (limit) => {
    const { warnedAt, refused } = states.get(limit) ?? { warnedAt: Number.NEGATIVE_INFINITY, refused: 0 };
    const isDue = now() - warnedAt >= warnAgainMs;
    if (isDue) log.warn('rate-limited', { limit, refused: refused + 1 });
    states.set(limit, isDue ? { warnedAt: now(), refused: 0 } : { warnedAt, refused: refused + 1 });
  };
}
