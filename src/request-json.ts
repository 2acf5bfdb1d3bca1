import { type Clock, systemClock } from './clock.ts';

/** What a request needs of the browser. */
export type RequestDeps = { fetch: typeof globalThis.fetch; clock: Clock };

/** `body`: undefined if the response is no JSON. */
export type JsonResponse = Pick<Response, 'ok' | 'status' | 'headers'> & { body: unknown };

/** How long a response may take. A connection that has silently gone would hold a request for minutes. */
export const responseTimeoutMs = 10_000;

/** Every request of the widget: without cookies, and over when no whole response has come in time. Rejects without one. */
export async function requestJson(
  address: string,
  init: RequestInit = {},
  { fetch, clock }: RequestDeps = { fetch: globalThis.fetch, clock: systemClock },
): Promise<JsonResponse> {
  const controller = new AbortController();
  const cancelTimeout = clock.after(responseTimeoutMs, () => controller.abort(new Error('no response in time')));
  try {
    const response = await fetch(address, { credentials: 'omit', signal: controller.signal, ...init });
    const { ok, status, headers } = response;
    return { ok, status, headers, body: await response.json().catch(() => undefined) };
  } finally {
    cancelTimeout();
  }
}

/** The address of a path at a proxy or a service. A page may write that with slashes at its end. */
export function addressAt(base: string, path: string): string {
  return base.replace(/\/+$/, '') + path;
}
