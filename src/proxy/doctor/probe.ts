import { errorBody } from '../../protocol/service/errors.ts';
import { connectionReason } from '../connection-reason.ts';

export type DoctorFetch = (url: string, init: RequestInit) => Promise<Response>;

export type ProbeResult =
  | { kind: 'response'; status: number; isErrorBody: boolean; location: string | undefined }
  | { kind: 'unreachable'; reason: string };

export type ProbeRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  url: string;
  /** Sent as the Authorization header; omitted when undefined. */
  apiKey?: string | undefined;
  body?: unknown;
};

/** Sends one request to the service and classifies the response. Never rejects. */
export async function probe(fetch: DoctorFetch, request: ProbeRequest): Promise<ProbeResult> {
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
      kind: 'response',
      status: response.status,
      isErrorBody: isErrorBody(text),
      location: response.headers.get('location') ?? undefined,
    };
  } catch (error) {
    return { kind: 'unreachable', reason: reasonOf(error) };
  }
}

/**
 * Why a connection failed, for the person who configured the address. Does not use the runtime's messages, which may
 * quote headers.
 */
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
  if (error instanceof Error && error.name === 'TimeoutError') return 'no response within 10 s';
  return connectionReason(code);
}

function isErrorBody(text: string): boolean {
  try {
    return errorBody.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}
