import { toJson } from '../../protocol/json.ts';
import { type ProxyErrorBody, proxyErrorBody, readRefusal } from '../../protocol/proxy/errors.ts';
import { type JsonResponse, type RequestDeps, requestJson } from '../../request-json.ts';
import type { AttemptResult } from './lead-gateway.ts';

export type JsonRequest = {
  method?: 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  cache?: RequestCache;
};

/** The fetch standard limits all requests that outlive their page (`keepalive`) to 64 KB together. */
const maxKeepaliveBytes = 30_000;

/** Sends a GET or DELETE, or a POST if there is a body. Returns undefined without a response: browsers do not say why. */
export async function sendJson(
  deps: RequestDeps,
  address: string,
  { method, body, headers = {}, cache = 'default' }: JsonRequest = {},
): Promise<JsonResponse | undefined> {
  const text = body === undefined ? undefined : toJson(body);
  const post = text !== undefined && {
    method: 'POST',
    body: text,
    headers: { 'content-type': 'application/json', ...headers },
    keepalive: new TextEncoder().encode(text).length < maxKeepaliveBytes,
  };
  const init = { redirect: 'error', cache, headers, ...(method !== undefined && { method }), ...post } as const;
  return requestJson(address, init, deps).catch(() => undefined);
}

/** Returns the proxy's error body; undefined if the response is not an error of the proxy. */
export function readProxyError(response: JsonResponse | undefined): ProxyErrorBody | undefined {
  return proxyErrorBody.safeParse(response?.body).data;
}

/** Decides whether another attempt to send the lead can help. */
export function toFailure(response: JsonResponse | undefined): AttemptResult {
  if (response === undefined) return { status: 'failed', isForAll: true };
  const refusal = readRefusal(response);
  if (refusal !== undefined) {
    return { status: 'refused', code: refusal.code, message: refusal.message, issues: refusal.issues ?? [] };
  }
  const retryAfterMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1000;
  // Who asks to wait has too much to do, or has had enough from here.
  if (Number.isFinite(retryAfterMs)) return { status: 'failed', isForAll: true, retryAfterMs };
  return { status: 'failed', isForAll: false };
}
