import type * as z from 'zod/mini';
import type { Assumptions } from '../protocol/index.ts';
import { type Exchanged, exchange, type Fetch, type Outgoing } from './exchange.ts';
import { checkAddress, checkDuration, checkKey } from './options.ts';
import { readAnswer } from './read-answer.ts';
import { createRedactor, type Redactor } from './secret.ts';
import { sentProof } from './sent-proof.ts';
import type { CallOptions } from './service-client.ts';
import { type Operation, ServiceError } from './service-error.ts';

export type ServiceRequest = {
  operation: Operation;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | undefined>;
  body?: unknown;
};

export type Send = <T>(request: ServiceRequest, answer: z.ZodMiniType<T>, options?: CallOptions) => Promise<T>;

export type SenderOptions = {
  baseUrl: string;
  hooksUrl: string;
  apiKey: string;
  timeoutMs?: number;
  fetch?: Fetch;
  now?: () => number;
};

/** No answer of the interface is near this; what is larger is a mistake or an attack. */
const maxAnswerBytes = 1_048_576;

/** Turns requests into exchanges with the two hosts, and their outcomes into values and ServiceErrors. */
export function createSender(options: SenderOptions, assumptions: Assumptions): Send {
  const baseUrl = checkAddress('baseUrl', options.baseUrl);
  const hooksUrl = checkAddress('hooksUrl', options.hooksUrl);
  const apiKey = checkKey(options.apiKey);
  const timeoutMs = checkDuration(options.timeoutMs ?? 15_000);
  const fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init));
  const now = options.now ?? Date.now;
  const redactor = createRedactor(apiKey);

  return async (request, answer, { signal } = {}) => {
    const toHooks = request.operation === 'initSession';
    const outgoing: Outgoing = {
      url: (toHooks ? hooksUrl : baseUrl) + request.path + queryString(request.query),
      method: request.method,
      headers: {
        accept: 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(toHooks && !assumptions.keyForSessions ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      ...(request.body === undefined ? {} : { body: serialize(request.operation, request.body) }),
    };
    const outcome = await exchange(outgoing, fetch, { timeoutMs, maxBytes: maxAnswerBytes, signal });
    if (outcome.kind !== 'answer') throw noAnswer(request.operation, outcome, redactor);
    return readAnswer(outcome, answer, { operation: request.operation, assumptions, redactor, now });
  };
}

function noAnswer(
  operation: Operation,
  outcome: Exclude<Exchanged, { kind: 'answer' }>,
  redactor: Redactor,
): ServiceError {
  if (outcome.kind === 'not-started') {
    const message = `[service] ${operation} was given up before it was sent (aborted).`;
    return new ServiceError({ code: 'aborted', operation, sent: 'no', message });
  }
  const cause = redactor.error(outcome.cause);
  if (outcome.ended !== undefined) {
    const what = outcome.ended === 'timeout' ? 'was not answered in time' : 'was given up';
    const message = `[service] ${operation} ${what} (${outcome.ended}).`;
    return new ServiceError({ code: outcome.ended, operation, sent: 'maybe', message, cause });
  }
  const sent = sentProof(outcome.cause);
  const code = sent === 'no' ? 'not-sent' : 'interrupted';
  const what = sent === 'no' ? 'was not sent: no connection to the service' : 'broke off before an answer';
  return new ServiceError({ code, operation, sent, message: `[service] ${operation} ${what} (${code}).`, cause });
}

function queryString(query: Record<string, string | undefined> | undefined): string {
  if (query === undefined) return '';
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, value);
  return `?${parameters}`;
}

/** `request_data` and custom fields may hold what JSON cannot. */
function serialize(operation: Operation, body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (cause) {
    const message = `[service] ${operation} was not sent, its input cannot be written as JSON.`;
    throw new ServiceError({ code: 'bad-request', operation, sent: 'no', message, cause });
  }
}
