import { isServiceError, type ServiceError } from '../../service-client/index.ts';
import type { StepKind } from '../store/stored-lead.ts';

/** What a failed request means for its step, and what it tells about the service. */
export type Verdict = {
  step:
    | { kind: 'retry'; retryAfterMs?: number }
    /** Nobody knows whether it happened, and it must not happen twice. */
    | { kind: 'unknown' }
    | { kind: 'done' }
    | { kind: 'dead' }
    /** Create Lead: the phone is on file (4.2, rule 1). */
    | { kind: 'on-file'; serviceLead?: string }
    /** The lead that was on file is gone. */
    | { kind: 'gone' }
    /** Not this lead's fault: tried again without counting. */
    | { kind: 'give-back' };
  service: 'there' | 'failing' | 'unauthorized' | 'not-asked';
  /** In a few words, without anything of the lead. */
  answer: string;
};

/** Enrolments and calls have no natural key: the service does them again when it is asked again. */
export function isUnsafe(step: StepKind): boolean {
  return step === 'journey' || step === 'call';
}

/**
 * The table of what may be repeated. `onceOnly`: the step must not be done twice, so only proof that it was not
 * processed lets it be tried again.
 */
export function classifyError(step: StepKind, onceOnly: boolean, error: unknown): Verdict {
  // Anything else than a ServiceError is a fault of ours; whether the request left is not known.
  if (!isServiceError(error))
    return { step: { kind: onceOnly ? 'unknown' : 'dead' }, service: 'not-asked', answer: 'fault' };
  const answer = error.status === undefined ? error.code : `${error.status} ${error.code}`;
  return { ...verdictOf(step, onceOnly, error), answer };
}

function verdictOf(step: StepKind, onceOnly: boolean, error: ServiceError): Omit<Verdict, 'answer'> {
  const retry = {
    kind: 'retry',
    ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
  } as const;
  const ambiguous = onceOnly ? ({ kind: 'unknown' } as const) : retry;
  switch (error.code) {
    case 'unauthorized':
    case 'forbidden':
      return { step: { kind: 'give-back' }, service: 'unauthorized' };
    case 'not-sent':
      return { step: retry, service: 'failing' };
    case 'rate-limited':
      return { step: retry, service: 'there' };
    case 'unavailable':
      // 408 and 425 speak of this request, 503 of the service.
      return { step: retry, service: error.status === 503 ? 'failing' : 'there' };
    case 'timeout':
    case 'interrupted':
    case 'server-error':
      return { step: ambiguous, service: 'failing' };
    case 'aborted':
      return { step: error.sent === 'no' || !onceOnly ? { kind: 'give-back' } : ambiguous, service: 'not-asked' };
    case 'redirected':
      // 307 and 308 ask for the same request elsewhere; after the others it may have been processed here.
      return { step: error.status === 307 || error.status === 308 ? retry : ambiguous, service: 'there' };
    case 'bad-answer':
      // A success that cannot be read. Create and read are needed for what they say; the others have happened.
      return { step: step === 'create' || step === 'read' ? retry : { kind: 'done' }, service: 'there' };
    case 'lead-exists':
      return {
        step: { kind: 'on-file', ...(error.lead === undefined ? {} : { serviceLead: error.lead.lead_id }) },
        service: 'there',
      };
    case 'lead-not-found':
      return { step: { kind: step === 'read' || step === 'update' ? 'gone' : 'dead' }, service: 'there' };
    case 'bad-request':
      return { step: { kind: 'dead' }, service: error.sent === 'no' ? 'not-asked' : 'there' };
    case 'bad-options':
      return { step: { kind: 'dead' }, service: 'not-asked' };
    case 'not-found':
    case 'refused':
      return { step: { kind: 'dead' }, service: 'there' };
    default:
      return unknownCode(error.code, ambiguous);
  }
}

/** A code of a newer client: the type says that there is none. */
function unknownCode(_code: never, step: Verdict['step']): Omit<Verdict, 'answer'> {
  return { step, service: 'not-asked' };
}
