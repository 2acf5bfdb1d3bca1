import type { ExistingLead, Issue } from '../protocol/index.ts';

/** The methods of the client, as they are named in errors. */
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

export type ServiceErrorCode =
  /** The client was created with an option that cannot be used. */
  | 'bad-options'
  /** The input, or the service (400, 413, 414, 415, 422), says that the request is wrong; `issues` when we saw it ourselves. */
  | 'bad-request'
  /** 401: the API key is missing or invalid (Authentication). */
  | 'unauthorized'
  /** 403. */
  | 'forbidden'
  /** 409 of Create Lead: the phone is on file. `lead` tells which lead, when the answer did. */
  | 'lead-exists'
  /** There is no such lead (Get Lead; Errors). */
  | 'lead-not-found'
  /** There is no such journey, call or route (Update & Send to Workflow). */
  | 'not-found'
  /** Any other 4xx, and an error body under a 2xx. */
  | 'refused'
  /** 429. */
  | 'rate-limited'
  /** 503, and 408 and 425: not processed, later it may be. */
  | 'unavailable'
  /** Any other 5xx. */
  | 'server-error'
  /** 3xx: redirects are never followed, or the key could travel to another host. */
  | 'redirected'
  /** No connection came about, so nothing was sent. */
  | 'not-sent'
  /** The connection broke before an answer. */
  | 'interrupted'
  /** No answer within `timeoutMs`. */
  | 'timeout'
  /** The caller's signal. */
  | 'aborted'
  /** A success whose body is cut off, too large or not what the interface shows: the request was processed. */
  | 'bad-answer';

/** Whether the service may have processed the request: `no` is proof that it did not even get it, `yes` that it answered. */
export type Sent = 'no' | 'maybe' | 'yes';

export type ServiceErrorFacts = {
  code: ServiceErrorCode;
  message: string;
  operation?: Operation | undefined;
  status?: number | undefined;
  serviceMessage?: string | undefined;
  lead?: ExistingLead | undefined;
  issues?: Issue[] | undefined;
  retryAfterMs?: number | undefined;
  sent: Sent;
  cause?: unknown;
};

/**
 * Every failure of the client. What the service said of a lead (`serviceMessage`, `lead`) can be read, but stands in
 * no enumerable property: whoever logs the error does not log a person.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly operation?: Operation;
  /** Status of the answer; absent when there was none. */
  readonly status?: number;
  /** How long the service asked to wait, from Retry-After. */
  readonly retryAfterMs?: number;
  /** What is wrong with the input. */
  readonly issues?: Issue[];
  readonly sent: Sent;
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
    this.#serviceMessage = facts.serviceMessage;
    this.#lead = facts.lead;
  }

  /** `message` of the error body (Errors), with the API key taken out, at most 500 characters. */
  get serviceMessage(): string | undefined {
    return this.#serviceMessage;
  }

  /** The lead on file that a 409 of Create Lead named; undefined when it named none that can be read. */
  get lead(): ExistingLead | undefined {
    return this.#lead;
  }
}

/** Tells a ServiceError by its name, so that it holds across two copies of this package. */
export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && error.name === 'ServiceError' && 'code' in error && 'sent' in error;
}
