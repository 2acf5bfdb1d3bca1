import { cutText } from '../../protocol/cut-text.ts';
import {
  connectionErrorCode,
  isServiceError,
  type ServiceError,
  serviceErrorCodes,
} from '../../service-client/index.ts';
import type { StepKind } from '../domain/lead.ts';
import type { Breaker } from './breaker.ts';

/** What a failed request means for its step, and what it says about the service. */
export type Verdict = {
  step:
    | { kind: 'retry'; retryAfterMs?: number | undefined }
    /** The step must not happen twice, and nobody knows whether it has happened. */
    | { kind: 'unknown' }
    | { kind: 'done' }
    | { kind: 'dead' }
    /** Create Lead responds 409: the phone is on file. */
    | { kind: 'on-file'; serviceLead?: string | undefined; phone?: unknown }
    /** The lead that was on file is gone. */
    | { kind: 'gone' }
    /** Not the lead's fault: the attempt does not count. */
    | { kind: 'retry-uncounted' };
  /** `forbidden`: the lead or the key is refused; only further leads can tell which. */
  service: 'available' | 'failing' | 'unauthorized' | 'forbidden' | 'not-involved';
  /** See `failureCause`; no data of the lead. */
  cause: string;
  code: FailureCode;
  /** Why the service refused the request, in its words, without data of the lead. */
  reason?: string | undefined;
};

/** `fault`: an error of ours. */
export const failureCodes = [...serviceErrorCodes, 'fault'] as const;
export type FailureCode = (typeof failureCodes)[number];

/** Enrolments and calls have no natural key: a repeated request enrolls or calls again. */
export function isUnsafe(step: StepKind): boolean {
  return step === 'journey' || step === 'call';
}

/** Whether the step is retried only if its request was certainly not processed. */
export function isOnceOnly(step: StepKind, retryUnknownEnrolments: boolean): boolean {
  return isUnsafe(step) && !(step === 'journey' && retryUnknownEnrolments);
}

/** What came of a request. */
export type Sent<Result> = { ok: true; result: Result } | { ok: false; verdict: Verdict };

/**
 * Sends a request for a step of a lead, tells the breaker what comes of it, and decides what a failure means. `mustNotRepeat`: see
 * `isOnceOnly`.
 */
export async function sendForStep<Result>(
  { step, lead, mustNotRepeat = false }: { step: StepKind; lead: string; mustNotRepeat?: boolean },
  breaker: Breaker,
  send: () => Promise<Result>,
): Promise<Sent<Result>> {
  let result: Result;
  try {
    result = await send();
  } catch (error) {
    const verdict = classifyError(step, mustNotRepeat, error);
    reportService(breaker, verdict, step, lead);
    return { ok: false, verdict };
  }
  breaker.succeeded(step);
  return { ok: true, result };
}

/** Decides what may be repeated. */
function classifyError(step: StepKind, mustNotRepeat: boolean, error: unknown): Verdict {
  // Any other error is a fault of ours, and nobody knows whether the request was sent.
  if (!isServiceError(error)) {
    const kind = mustNotRepeat ? 'unknown' : 'dead';
    return { step: { kind }, service: 'not-involved', cause: 'fault', code: 'fault' };
  }
  const { code } = error;
  return { ...verdictOf(step, mustNotRepeat, error), cause: failureCause(error), code, reason: reasonOf(error) };
}

/** Tells the breaker what a failed request says about the service. */
function reportService(breaker: Breaker, { service, cause }: Verdict, step: StepKind, lead: string): void {
  if (service === 'available') breaker.succeeded(step);
  if (service === 'failing') breaker.failed(cause);
  if (service === 'unauthorized') breaker.unauthorized(cause);
  if (service === 'forbidden') breaker.forbidden(step, lead, cause);
}

const maxReasonLength = 200;

/** The words of the service, or which value of the request it would not take. */
function reasonOf({ reason, issues = [] }: ServiceError): string | undefined {
  const text = reason ?? issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  return text === '' ? undefined : cutText(text, maxReasonLength).trim();
}

/** `503 unavailable`; without a response, with the reason of the connection: `not-sent (ECONNREFUSED)`. */
export function failureCause(error: ServiceError): string {
  if (error.status !== undefined) return `${error.status} ${error.code}`;
  const connection = connectionErrorCode(error.cause);
  return connection === undefined ? error.code : `${error.code} (${connection})`;
}

function verdictOf(
  step: StepKind,
  mustNotRepeat: boolean,
  error: ServiceError,
): Omit<Verdict, 'cause' | 'code' | 'reason'> {
  const retry = { kind: 'retry', retryAfterMs: error.retryAfterMs } as const;
  const ambiguous = mustNotRepeat ? ({ kind: 'unknown' } as const) : retry;
  switch (error.code) {
    case 'unauthorized':
      return { step: { kind: 'retry-uncounted' }, service: 'unauthorized' };
    case 'forbidden':
      return { step: retry, service: 'forbidden' };
    case 'not-sent':
      return { step: retry, service: 'failing' };
    case 'rate-limited':
      return { step: retry, service: 'available' };
    case 'unavailable':
      // 408 and 425 are about this request, 503 is about the service.
      return { step: retry, service: error.status === 503 ? 'failing' : 'available' };
    case 'timeout':
    case 'interrupted':
    case 'server-error':
      return { step: ambiguous, service: 'failing' };
    case 'aborted':
      return {
        step: error.sent === 'no' || !mustNotRepeat ? { kind: 'retry-uncounted' } : ambiguous,
        service: 'not-involved',
      };
    case 'redirected':
      // 307 and 308 say that the request was not processed. Other redirects leave it open.
      return { step: error.status === 307 || error.status === 308 ? retry : ambiguous, service: 'available' };
    case 'bad-response':
      // A success that cannot be parsed. The later steps need the content of Create Lead and Get Lead; the other steps
      // are done.
      return { step: step === 'create' || step === 'read' ? retry : { kind: 'done' }, service: 'available' };
    case 'lead-exists':
      return {
        step: { kind: 'on-file', serviceLead: error.lead?.lead_id, phone: error.lead?.phone },
        service: 'available',
      };
    case 'lead-not-found':
      return { step: { kind: step === 'read' || step === 'update' ? 'gone' : 'dead' }, service: 'available' };
    case 'bad-request':
      return { step: { kind: 'dead' }, service: error.sent === 'no' ? 'not-involved' : 'available' };
    case 'bad-options':
      return { step: { kind: 'dead' }, service: 'not-involved' };
    case 'not-found':
    case 'refused':
      return { step: { kind: 'dead' }, service: 'available' };
    default:
      return unknownCode(error.code, ambiguous);
  }
}

/** The type says that there is no such code; a newer client may have one. */
function unknownCode(_code: never, step: Verdict['step']): Omit<Verdict, 'cause' | 'code'> {
  return { step, service: 'not-involved' };
}
