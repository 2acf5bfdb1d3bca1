import { type Issue, type ProxyErrorCode, proxyErrorStatus } from '../../protocol/index.ts';
import type { Exchange } from './exchange.ts';
import { corsHeaders } from './origin.ts';

/**
 * On everything served. The policy is for what is opened as a page by itself; nothing here has scripts of its own but
 * the operator's page, which brings a policy of its own.
 */
export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

type Headers = Record<string, string>;

/** Headers of every answer. Plain objects: the Node adapter then writes them without building a `Headers`. */
export function answerHeaders(exchange: Exchange, own: Headers): Headers {
  return {
    ...securityHeaders,
    vary: 'Origin',
    'x-request-id': exchange.requestId,
    ...corsHeaders(exchange.origin),
    ...own,
  };
}

export function json(exchange: Exchange, status: number, body: unknown, own: Headers = {}): Response {
  const headers = answerHeaders(exchange, { 'content-type': 'application/json', 'cache-control': 'no-store', ...own });
  return new Response(JSON.stringify(body), { status, headers });
}

export type Failure = {
  code: ProxyErrorCode;
  message: string;
  issues?: Issue[];
  retryAfterSeconds?: number;
  /** Further facts for the caller. */
  details?: Record<string, unknown>;
};

/** A failure in the service's shape (2.6), with its stable code. */
export function failed(exchange: Exchange, failure: Failure, own: Headers = {}): Response {
  const { code, message, issues, retryAfterSeconds, details } = failure;
  const body = { status: 'failed', code, message, ...(issues !== undefined && { issues }), ...details };
  const wait: Headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return json(exchange, proxyErrorStatus[code], body, { ...wait, ...own });
}
