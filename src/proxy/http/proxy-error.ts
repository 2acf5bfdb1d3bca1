import { HTTPException } from 'hono/http-exception';
import type * as z from 'zod';
import { cutText } from '../../protocol/cut-text.ts';
import type { Issue } from '../../protocol/issue.ts';
import { type ProxyErrorCode, proxyErrorStatus } from '../../protocol/proxy/errors.ts';
import type { Log } from '../log.ts';
import type { StoreError } from '../store/store-error.ts';

export type Overloaded = 'process' | 'store' | 'request';

export type ProxyErrorOptions = {
  /** Sent to the client, so it contains nothing internal. */
  message: string;
  issues?: Issue[];
  retryAfterSeconds?: number;
  /** The limit that the request is over, for log and metrics. */
  limit?: string;
  /** What is overloaded, for the log: `store`, `process`, or `request` for one that takes too long. */
  overloaded?: Overloaded;
  /** Further members of the response body. */
  details?: Record<string, unknown>;
};

/** A failed request whose reason the client may know. Routes throw it; `app.onError` turns it into a response. */
export class ProxyError extends HTTPException {
  override readonly name = 'ProxyError';
  readonly code: ProxyErrorCode;
  readonly facts: Omit<ProxyErrorOptions, 'message'>;

  constructor(code: ProxyErrorCode, { message, ...facts }: ProxyErrorOptions) {
    super(proxyErrorStatus[code], { message });
    this.code = code;
    this.facts = facts;
  }
}

/** Errors that the content of a request causes. */
const contentErrors = new Set<ProxyErrorCode>([
  'bad-json',
  'bad-request',
  'unknown-form',
  'not-found',
  'too-large',
  'not-json',
  'key-reused',
]);

export function isContentError(error: unknown): error is ProxyError {
  return error instanceof ProxyError && contentErrors.has(error.code);
}

/** Any error that is not the proxy's own, also that of a limit or a state which does not allow the request. */
export function isRefusal(error: unknown): error is ProxyError {
  return error instanceof ProxyError && error.status < 500;
}

export function badRequest(issues: Issue[]): ProxyError {
  return new ProxyError('bad-request', { message: 'The request is not valid; see `issues`.', issues });
}

export function tooLarge(maxBytes: number): ProxyError {
  return new ProxyError('too-large', { message: `The body is larger than ${maxBytes} bytes.` });
}

/** `limit`: its name in the configuration; `adminSignIn` for wrong admin tokens, `connections` for too many connections. */
export function rateLimited(limit: string, retryAfterSeconds: number): ProxyError {
  const message = `Too many requests. Try again in ${retryAfterSeconds} seconds.`;
  return new ProxyError('rate-limited', { message, retryAfterSeconds, limit });
}

/** 503 for a request that the store cannot take now. */
export function storeUnavailable(
  { retryAfterMs = 5_000 }: StoreError,
  message: string,
  details?: ProxyErrorOptions['details'],
): ProxyError {
  const retryAfterSeconds = Math.ceil(retryAfterMs / 1000);
  return new ProxyError('store-unavailable', { message, retryAfterSeconds, ...(details && { details }) });
}

export function logStoreFailure(log: Pick<Log, 'error'>, error: StoreError, requestId: string): void {
  log.error('store-failed', error, { requestId, code: error.code });
}

export function notFound(message = 'Not found.'): ProxyError {
  return new ProxyError('not-found', { message });
}

export function unknownForm(): ProxyError {
  return new ProxyError('unknown-form', { message: 'There is no form with this name.' });
}

/** A schema's issues for a response: a dotted path each, and one entry per unknown key. */
export function issuesOf(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue): Issue[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'is not a known key' }));
    }
    return [{ path: pathOf(issue.path), message: issue.message }];
  });
}

/** Clients choose the keys, so each is shortened to keep the response small. */
function pathOf(keys: readonly PropertyKey[]): string {
  return keys.map((key) => cutText(String(key), 64)).join('.');
}
