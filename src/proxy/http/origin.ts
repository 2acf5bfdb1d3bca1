/**
 * `none`: not a browser's cross-origin request (curl, a server). An origin can be forged outside browsers anyway, so
 * it is no defence against those; the limits are.
 */
export type OriginReading = { kind: 'none' } | { kind: 'allowed'; value: string } | { kind: 'refused' };

/** Exact match only: no suffixes, no patterns, and `null` (a sandboxed frame, a file) is never on the list. */
export function readOrigin(header: string | undefined, allowed: ReadonlySet<string>): OriginReading {
  if (header === undefined) return { kind: 'none' };
  if (allowed.has('*')) return { kind: 'allowed', value: '*' };
  return header !== 'null' && allowed.has(header) ? { kind: 'allowed', value: header } : { kind: 'refused' };
}

export function corsHeaders(origin: OriginReading): Record<string, string> {
  if (origin.kind !== 'allowed') return {};
  return { 'access-control-allow-origin': origin.value, 'access-control-expose-headers': 'Retry-After, X-Request-Id' };
}

/** What a preflight may ask for. No credentials: nothing here reads cookies. */
export const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Content-Type, Idempotency-Key',
  'access-control-max-age': '7200',
} as const;
