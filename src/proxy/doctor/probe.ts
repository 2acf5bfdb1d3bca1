import { errorBody } from '../../protocol/index.ts';

export type DoctorFetch = (url: string, init: RequestInit) => Promise<Response>;

export type Probed =
  | { kind: 'answer'; status: number; isErrorBody: boolean; location: string | undefined }
  | { kind: 'unreachable'; reason: string };

export type ProbeRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  /** Without one no Authorization header is sent. */
  apiKey?: string | undefined;
  body?: unknown;
};

/** One request to the service, of which only the kind of answer matters. Never rejects. */
export async function probe(fetch: DoctorFetch, request: ProbeRequest): Promise<Probed> {
  try {
    const response = await fetch(request.url, {
      method: request.method,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
      headers: {
        accept: 'application/json',
        ...(request.apiKey === undefined ? {} : { authorization: `Bearer ${request.apiKey}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    });
    const text = await response.text();
    return {
      kind: 'answer',
      status: response.status,
      isErrorBody: isErrorBody(text),
      location: response.headers.get('location') ?? undefined,
    };
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) };
  }
}

/** What a failed connection means for whoever wrote the address. The runtime's own messages may quote headers. */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer within 10 s';
  switch (code) {
    case undefined:
      return 'the connection failed';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `there is no such host (${code})`;
    case 'ECONNREFUSED':
      return 'nothing listens there (ECONNREFUSED)';
    default:
      return /CERT|SSL|TLS|SIGNATURE|SELF_SIGNED/.test(code)
        ? `TLS failed (${code})`
        : `the connection failed (${code})`;
  }
}

function isErrorBody(text: string): boolean {
  try {
    return errorBody.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
