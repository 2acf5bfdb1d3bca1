import type { Clock } from '../../clock.ts';
import { toJson } from '../../protocol/json.ts';
import { type ProxyErrorBody, proxyErrorBody } from '../../protocol/proxy/errors.ts';
import type { AttemptResult } from './lead-gateway.ts';

export type SendJsonDeps = { fetch: typeof fetch; clock: Clock };

export type JsonRequest = {
  method?: 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  cache?: RequestCache;
};

export type JsonResponse = { status: number; body: unknown; retryAfterMs: number | undefined };

const timeoutMs = 10_000;
/** The fetch standard limits all requests that outlive their page (`keepalive`) to 64 KB together. */
const maxKeepaliveBytes = 30_000;

/** Sends a GET or DELETE, or a POST if there is a body. Returns undefined without a response: browsers do not say why. */
export async function sendJson(
  { fetch, clock }: SendJsonDeps,
  address: string,
  { method, body, headers = {}, cache = 'default' }: JsonRequest = {},
): Promise<JsonResponse | undefined> {
  const controller = new AbortController();
  const cancelTimeout = clock.after(timeoutMs, () => controller.abort());
  const text = body === undefined ? undefined : toJson(body);
  const post = text !== undefined && {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
    keepalive: new TextEncoder().encode(text).length < maxKeepaliveBytes,
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

/** Returns the proxy's error body; undefined if the response is not an error of the proxy. */
export function readProxyError(response: JsonResponse | undefined): ProxyErrorBody | undefined {
  return proxyErrorBody.safeParse(response?.body).data;
}

/** Decides whether another attempt to send the lead can help. */
export function toFailure(response: JsonResponse | undefined): AttemptResult {
  if (response === undefined) return { status: 'failed', isForAll: true };
  const { status, retryAfterMs } = response;
  const error = readProxyError(response);
  if (!isPermanent(status, error !== undefined)) {
    // Who asks to wait has too much to do, or has had enough from here.
    if (retryAfterMs !== undefined) return { status: 'failed', isForAll: true, retryAfterMs };
    return { status: 'failed', isForAll: false };
  }
  return {
    status: 'refused',
    code: error?.code ?? 'refused',
    message: error?.message ?? `HTTP ${status}`,
    issues: error?.issues ?? [],
  };
}

/**
 * Whether the request itself is at fault. Other 4xx count only with the proxy's error body, because a login page or load
 * balancer in between must not make the browser drop a lead.
 */
function isPermanent(status: number, isFromProxy: boolean): boolean {
  if (status === 400 || status === 413 || status === 415 || status === 422) return true;
  return isFromProxy && status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
}
