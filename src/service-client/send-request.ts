import type * as z from 'zod/mini';
import type { Assumptions } from '../protocol/service/assumptions.ts';
import { checkAddress, checkDuration, checkKey } from './options.ts';
import { readResponse } from './read-response.ts';
import { createRedactor, type Redactor } from './redactor.ts';
import { type HttpOutcome, type HttpRequest, sendHttp } from './send-http.ts';
import { sentStatus } from './sent-status.ts';
import type { CallOptions, ServiceClientOptions } from './service-client.ts';
import { type Operation, ServiceError } from './service-error.ts';

export type ServiceRequest = {
  operation: Operation;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | undefined>;
  body?: unknown;
};

export type SendRequest = <T>(
  request: ServiceRequest,
  responseSchema: z.ZodMiniType<T>,
  options?: CallOptions,
) => Promise<T>;

/** They place a call or enrol somebody, so nobody repeats them when their outcome is unknown. */
const onceOnly: ReadonlySet<Operation> = new Set(['initiateCall', 'sendToWorkflow', 'updateAndSendToWorkflow']);
/** Far larger than any response of the service API. */
const maxResponseBytes = 1_048_576;

/** Sends requests to the two hosts. Resolves with the parsed response or rejects with a ServiceError. */
export function createSendRequest(options: ServiceClientOptions, assumptions: Assumptions): SendRequest {
  const baseUrl = checkAddress('baseUrl', options.baseUrl);
  const hooksUrl = checkAddress('hooksUrl', options.hooksUrl);
  const apiKey = checkKey(options.apiKey);
  const timeoutMs = checkDuration(options.timeoutMs ?? 15_000);
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const { keptFetch = fetch } = options;
  const now = options.now ?? Date.now;
  const redactor = createRedactor(apiKey);

  return async (request, responseSchema, { signal } = {}) => {
    const { operation } = request;
    const toHooks = operation === 'initSession';
    const mustNotRepeat = onceOnly.has(operation) || (operation === 'addTag' && !assumptions.tagsAreASet);
    const needsNewConnection = options.keptFetch === undefined || mustNotRepeat;
    const httpRequest: HttpRequest = {
      url: (toHooks ? hooksUrl : baseUrl) + request.path + queryString(request.query),
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(toHooks && !assumptions.keyForSessions ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      ...(request.body === undefined ? {} : { body: serialize(operation, request.body) }),
      needsNewConnection,
    };
    const outcome = await sendHttp(httpRequest, needsNewConnection ? fetch : keptFetch, {
      timeoutMs,
      maxBytes: maxResponseBytes,
      signal,
    });
    if (outcome.kind !== 'response') throw noResponseError(operation, outcome, redactor);
    const sentValues = [request.body, request.query];
    return readResponse(outcome, responseSchema, { operation, sentValues, assumptions, redactor, now });
  };
}

function noResponseError(
  operation: Operation,
  outcome: Exclude<HttpOutcome, { kind: 'response' }>,
  redactor: Redactor,
): ServiceError {
  if (outcome.kind === 'not-started') {
    const message = `[service] ${operation} was aborted before it was sent (aborted).`;
    return new ServiceError({ code: 'aborted', operation, sent: 'no', message });
  }
  const cause = redactor.error(outcome.cause);
  if (outcome.ended !== undefined) {
    const what = outcome.ended === 'timeout' ? 'got no response in time' : 'was aborted';
    const message = `[service] ${operation} ${what} (${outcome.ended}).`;
    return new ServiceError({ code: outcome.ended, operation, sent: 'maybe', message, cause });
  }
  const sent = sentStatus(outcome.cause);
  const code = sent === 'no' ? 'not-sent' : 'interrupted';
  const what = sent === 'no' ? 'was not sent: no connection to the service' : 'lost its connection before a response';
  return new ServiceError({ code, operation, sent, message: `[service] ${operation} ${what} (${code}).`, cause });
}

function queryString(query: Record<string, string | undefined> | undefined): string {
  if (query === undefined) return '';
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return `?${parameters}`;
}

/** `request_data` and custom fields can contain values that JSON cannot express. */
function serialize(operation: Operation, body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const message = `[service] ${operation} was not sent: its input cannot be written as JSON.`;
    throw new ServiceError({ code: 'bad-request', operation, sent: 'no', message, cause });
  }
}
