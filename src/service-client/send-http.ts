import { type Deadline, startDeadline } from './deadline.ts';

export type FetchInit = {
  method: string;
  headers: Record<string, string>;
  redirect: 'manual';
  signal: AbortSignal;
  body?: string;
};

/** The part of a response that the client uses. */
export type FetchedResponse = {
  status: number;
  headers: { get(name: string): string | null };
  body: AsyncIterable<Uint8Array> | null;
};

/** The part of `fetch` that the client uses; `globalThis.fetch` fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedResponse>;

export type HttpRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  /** A kept connection may be dead, which shows only after the request was written to it: then nobody knows what happened. */
  needsNewConnection: boolean;
};

/** The headers arrived, so the service processed the request, even if the body broke off. */
export type HttpResponse = { kind: 'response'; status: number; retryAfter: string | null; body: HttpBody };

export type HttpBody =
  | { ok: true; text: string }
  | { ok: false; ended: 'timeout' | 'aborted' | undefined; cause: unknown };

export type HttpOutcome =
  | HttpResponse
  | { kind: 'no-response'; ended: 'timeout' | 'aborted' | undefined; cause: unknown }
  | { kind: 'not-started' };

export type HttpOptions = { timeoutMs: number; maxBytes: number; signal: AbortSignal | undefined };

/** Sends one request. Never rejects, never repeats, never follows a redirect. */
export async function sendHttp(request: HttpRequest, fetch: Fetch, options: HttpOptions): Promise<HttpOutcome> {
  if (options.signal?.aborted) return { kind: 'not-started' };
  const deadline = startDeadline(options.timeoutMs, options.signal);
  try {
    const response = await deadline.race(fetch(request.url, requestInit(request, deadline.signal)));
    return {
      kind: 'response',
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await readBody(response, options.maxBytes, deadline),
    };
  } catch (cause) {
    return { kind: 'no-response', ended: deadline.ended(), cause };
  } finally {
    deadline.stop();
  }
}

function requestInit({ method, headers, body, needsNewConnection }: HttpRequest, signal: AbortSignal): FetchInit {
  return {
    method,
    headers: {
      ...headers,
      ...(needsNewConnection && { connection: 'close' }),
    },
    redirect: 'manual',
    signal,
    ...(body === undefined ? {} : { body }),
  };
}

async function readBody({ body }: FetchedResponse, maxBytes: number, deadline: Deadline): Promise<HttpBody> {
  try {
    return { ok: true, text: body === null ? '' : await readText(body, maxBytes, deadline) };
  } catch (cause) {
    return { ok: false, ended: deadline.ended(), cause };
  }
}

/** Rejects once the decompressed body is larger than `maxBytes`, so that no response can fill the memory. */
async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number, deadline: Deadline): Promise<string> {
  const chunks = body[Symbol.asyncIterator]();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await deadline.race(chunks.next());
      if (done === true) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBytes) throw new RangeError(`the response is larger than ${maxBytes} bytes`);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    // Not awaited, because a stream that hangs may never confirm that it has ended.
    chunks.return?.().catch(() => {});
    throw error;
  }
}
