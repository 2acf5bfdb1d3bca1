import type { ErrorHandler } from 'hono';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { isStoreError } from '../store/index.ts';
import type { AppEnvironment } from './app-environment.ts';
import { createLogThrottle } from './log-throttle.ts';
import { logStoreFailure, ProxyError, storeUnavailable } from './proxy-error.ts';

export type ErrorHandlerDeps = { log: Log; metrics: Pick<Metrics, 'requestLimited'>; now: () => number };

/** Turns every error into a response: the service's error body plus a stable code. */
export function createErrorHandler({ log, metrics, now }: ErrorHandlerDeps): ErrorHandler<AppEnvironment> {
  const warnAboutLimit = createLogThrottle(now, (limit, refused) => log.warn('rate-limited', { limit, refused }));
  return (error, c) => {
    const failure = toProxyError(error, c.get('requestId'), log);
    const { code, message, issues, retryAfterSeconds, limit, details } = failure;
    if (limit !== undefined) {
      metrics.requestLimited(limit);
      warnAboutLimit(limit);
    }
    if (retryAfterSeconds !== undefined) c.header('retry-after', String(retryAfterSeconds));
    if (code === 'unauthorized') c.header('www-authenticate', 'Bearer');
    return c.json({ status: 'failed', code, message, issues, ...details }, failure.status);
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
