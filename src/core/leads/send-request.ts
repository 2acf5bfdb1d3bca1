import type { Clock } from '../../clock.ts';

export type ExchangeDeps = { fetch: typeof fetch; clock: Clock };

export type Answer = { status: number; body: unknown; retryAfterMs: number | undefined };

const timeoutMs = 10_000;
/** The most that a request which outlives its page may carry, by the fetch standard, with room for others. */
const keepaliveLength = 30_000;

/** One JSON request; undefined when no answer came, for whatever reason: a browser does not tell. */
export async function exchange(
  { fetch, clock }: ExchangeDeps,
  address: string,
  { body, headers }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer | undefined> {
  const ending = new AbortController();
  const stop = clock.after(timeoutMs, () => ending.abort());
  const text = body === undefined ? undefined : JSON.stringify(body);
  try {
    const response = await fetch(address, {
      signal: ending.signal,
      credentials: 'omit',
      redirect: 'error',
      ...(text === undefined
        ? {}
        : {
            method: 'POST',
            body: text,
            headers: { 'content-type': 'application/json', ...headers },
            keepalive: text.length < keepaliveLength,
          }),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return {
      status: response.status,
      body: answer,
      retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
    };
  } catch {
    return undefined;
  } finally {
    stop();
  }
}
