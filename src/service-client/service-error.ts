import type { Issue } from '../protocol/issue.ts';
import type { ExistingLead } from '../protocol/service/lead.ts';

/** The client's methods, as errors name them. */
export type Operation =
  | 'initiateCall'
  | 'createLead'
  | 'updateLead'
  | 'getLead'
  | 'addTag'
  | 'removeTag'
  | 'sendToWorkflow'
  | 'updateAndSendToWorkflow'
  | 'getCall'
  | 'initSession';

export const serviceErrorCodes = [
  /** The client was created with an invalid option. */
  'bad-options',
  /** The request is wrong. Either the input is invalid (see `issues`), or the service returned 400, 413, 414, 415 or 422. */
  'bad-request',
  /** 401: the API key is missing or invalid. */
  'unauthorized',
  /** 403. */
  'forbidden',
  /** 409 of Create Lead: the phone is on file. `lead` is that lead, if the response names it. */
  'lead-exists',
  /** The lead does not exist. */
  'lead-not-found',
  /** The journey, call or route does not exist. */
  'not-found',
  /** Any other 4xx, and an error body under a 2xx. */
  'refused',
  /** 429. */
  'rate-limited',
  /** 503, 408 or 425: not processed; a later attempt may succeed. */
  'unavailable',
  /** Any other 5xx. */
  'server-error',
  /** 3xx. Redirects are never followed, because the key could reach another host. */
  'redirected',
  /** No connection, so nothing was sent. */
  'not-sent',
  /** The connection broke before a response. */
  'interrupted',
  /** No response within `timeoutMs`. */
  'timeout',
  /** The caller's signal aborted it. */
  'aborted',
  /** A 2xx whose body is cut off, too large or unusable. The service processed the request. */
  'bad-response',
] as const;
export type ServiceErrorCode = (typeof serviceErrorCodes)[number];

/** Whether the service may have processed the request. `no` proves that it did not receive it, `yes` that it responded. */
export type Sent = 'no' | 'maybe' | 'yes';

export type ServiceErrorFacts = {
  code: ServiceErrorCode;
  message: string;
  operation?: Operation | undefined;
  status?: number | undefined;
  serviceMessage?: string | undefined;
  reason?: string | undefined;
  lead?: ExistingLead | undefined;
  issues?: Issue[] | undefined;
  retryAfterMs?: number | undefined;
  sent: Sent;
  cause?: unknown;
};

/**
 * Every failure of the client. `message` has the service's reason without personal data. `serviceMessage` and `lead`
 * may contain personal data. They are not enumerable, so logging the error does not log them.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly operation?: Operation;
  /** Status of the response, if there was one. */
  readonly status?: number;
  /** Delay that the service requested with Retry-After. */
  readonly retryAfterMs?: number;
  /** The problems of the input. */
  readonly issues?: Issue[];
  readonly sent: Sent;
  /** Why the service refused the request, in its words: one line without the API key and without personal data. */
  readonly reason?: string;
  readonly #serviceMessage: string | undefined;
  readonly #lead: ExistingLead | undefined;

  constructor(facts: ServiceErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    if (facts.operation !== undefined) this.operation = facts.operation;
    if (facts.status !== undefined) this.status = facts.status;
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs;
    if (facts.issues !== undefined) this.issues = facts.issues;
    this.sent = facts.sent;
    if (facts.reason !== undefined) this.reason = facts.reason;
    this.#serviceMessage = facts.serviceMessage;
    this.#lead = facts.lead;
  }

  /** `message` of the error body without the API key, at most 500 characters. */
  get serviceMessage(): string | undefined {
    return this.#serviceMessage;
  }

  /** The lead on file, if a 409 of Create Lead names one. */
  get lead(): ExistingLead | undefined {
    return this.#lead;
  }
}

/** Recognizes a ServiceError by its name, which also works across two copies of this package. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === 'ServiceError' && 'code' in error && 'sent' in error;
}
