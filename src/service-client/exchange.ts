import { readBoundedText } from './bounded-body.ts';
import { type Deadline, startDeadline } from './deadline.ts';

/** As much of `fetch` as the client uses; `globalThis.fetch` is one. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type Outgoing = { url: string; method: string; headers: Record<string, string>; body?: string };

export type Exchanged =
  /** Headers arrived, so the request was processed in some way, whatever became of the body. */
  | { kind: 'answer'; status: number; retryAfter: string | null; body: Body }
  | { kind: 'no-answer'; ended: 'timeout' | 'aborted' | undefined; cause: unknown }
  | { kind: 'not-started' };

export type Body = { ok: true; text: string } | { ok: false; ended: 'timeout' | 'aborted' | undefined; cause: unknown };

export type ExchangeLimits = { timeoutMs: number; maxBytes: number; signal: AbortSignal | undefined };

/** One request and its answer. Never rejects, never repeats, never follows a redirect. */
export async function exchange(outgoing: Outgoing, fetch: Fetch, limits: ExchangeLimits): Promise<Exchanged> {
  if (limits.signal?.aborted) return { kind: 'not-started' };
  const deadline = startDeadline(limits.timeoutMs, limits.signal);
  try {
    const response = await deadline.race(fetch(outgoing.url, requestInit(outgoing, deadline.signal)));
    return {
      kind: 'answer',
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await readBody(response, limits.maxBytes, deadline),
    };
  } catch (cause) {
    return { kind: 'no-answer', ended: deadline.ended(), cause };
  } finally {
    deadline.stop();
  }
}

function requestInit({ method, headers, body }: Outgoing, signal: AbortSignal): RequestInit {
  return {
    method,
    headers: {
      ...headers,
      // A connection of its own for each request: one that is kept and reused can turn out to be dead only after the
      // request was written to it, and then nobody knows whether a call was placed.
      connection: 'close',
    },
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  };
}

async function readBody(response: Response, maxBytes: number, deadline: Deadline): Promise<Body> {
  try {
    return { ok: true, text: await readBoundedText(response.body, maxBytes, deadline.race) };
  } catch (cause) {
    return { ok: false, ended: deadline.ended(), cause };
  }
}
