import type { ErrorHandler } from 'hono';
import type { Log } from '../log.ts';
import { isStoreError } from '../store/index.ts';
import type { AppEnvironment } from './environment.ts';
import { ProxyError } from './proxy-error.ts';

/** Turns every error into a response: the service's shape of a failure, with our stable code. */
export function createErrorHandler(log: Log): ErrorHandler<AppEnvironment> {
  return (error, c) => {
    const failure = toProxyError(error, c.get('requestId'), log);
    const { code, message, issues, retryAfterSeconds, details } = failure;
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
  log.error('store-failed', error, { requestId, code: error.code });
  return new ProxyError('store-unavailable', {
    message: 'The request cannot be stored now. Try again later.',
    retryAfterSeconds: Math.ceil((error.retryAfterMs ?? 5000) / 1000),
  });
}
