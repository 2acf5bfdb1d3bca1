import type { Clock } from '../../clock.ts';
import { type ProxyErrorBody, proxyErrorBody } from '../../protocol/index.ts';
import type { SendResult } from './lead-gateway.ts';

export type SendJsonDeps = { fetch: typeof fetch; clock: Clock };

export type JsonRequest = {
  method?: 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  cache?: RequestCache;
};

export type JsonResponse = { status: number; body: unknown; retryAfterMs: number | undefined };

const timeoutMs = 10_000;
/** A request that outlives its page may carry 64 KB by the fetch standard, together with others. */
const maxKeepaliveLength = 30_000;

/** Sends a GET or a DELETE, or a POST when there is a body. Undefined when no response came: a browser does not say why. */
export async function sendJson(
  { fetch, clock }: SendJsonDeps,
  address: string,
  { method, body, headers = {}, cache = 'default' }: JsonRequest = {},
): Promise<JsonResponse | undefined> {
  const controller = new AbortController();
  const cancelTimeout = clock.after(timeoutMs, () => controller.abort());
  const text = body === undefined ? undefined : JSON.stringify(body);
  const post = text !== undefined && {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
    keepalive: text.length < maxKeepaliveLength,
  };
  try {
    const response = await fetch(address, {
      signal: controller.signal,
      credentials: 'omit',
      redirect: 'error',
      cache,
      headers,
      ...(method !== undefined && { method }),
      ...post,
    });
    const responseBody: unknown = await response.json().catch(() => undefined);
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      status: response.status,
      body: responseBody,
      retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1000 : undefined,
    };
  } catch {
    return undefined;
  } finally {
    cancelTimeout();
  }
}

/** The proxy's error body; undefined when the response is no error of the proxy. */
export function readProxyError(response: JsonResponse | undefined): ProxyErrorBody | undefined {
  return proxyErrorBody.safeParse(response?.body).data;
}

/** What a failed response means for a lead: whether another attempt can help. */
export function toFailure(response: JsonResponse | undefined): SendResult {
  if (response === undefined) return { status: 'failed' };
  const { status, retryAfterMs } = response;
  const error = readProxyError(response);
  if (!isPermanent(status, error !== undefined)) {
    return retryAfterMs === undefined ? { status: 'failed' } : { status: 'failed', retryAfterMs };
  }
  return {
    status: 'refused',
    code: error?.code ?? 'refused',
    message: error?.message ?? `HTTP ${status}`,
    issues: error?.issues ?? [],
  };
}

/**
 * Whether the request itself is at fault. Other 4xx count only with the proxy's error body: a login page or a load
 * balancer between the two must not cost a lead.
 */
function isPermanent(status: number, isFromProxy: boolean): boolean {
  if (status === 400 || status === 413 || status === 415 || status === 422) return true;
  return isFromProxy && status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
}
