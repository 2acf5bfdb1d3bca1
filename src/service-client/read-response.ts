import type * as z from 'zod/mini';
import { cutText } from '../protocol/cut-text.ts';
import type { Assumptions } from '../protocol/service/assumptions.ts';
import { badRequestStatuses, errorBody } from '../protocol/service/errors.ts';
import { existingLead, lead } from '../protocol/service/lead.ts';
import { redactPersonalData } from './redact-personal-data.ts';
import type { Redactor } from './redactor.ts';
import type { HttpResponse } from './send-http.ts';
import { type Operation, ServiceError, type ServiceErrorCode, type ServiceErrorFacts } from './service-error.ts';

export type ResponseContext = {
  operation: Operation;
  /** Body and query of the request. The service may quote their values. */
  sentValues: readonly unknown[];
  assumptions: Assumptions;
  redactor: Redactor;
  now: () => number;
};

const maxMessageLength = 500;

/** Returns the parsed body of a success, and throws a ServiceError for everything else. */
export function readResponse<T>(response: HttpResponse, schema: z.ZodMiniType<T>, context: ResponseContext): T {
  const { status, body } = response;
  if (status < 200 || status > 299) throw refusal(response, codeOf(status, context), context);
  if (!body.ok) {
    if (body.ended === 'aborted') throw failure(response, context, 'aborted', 'was aborted during its response');
    throw failure(response, context, 'bad-response', 'succeeded, but its response was cut off or too large', {
      cause: context.redactor.error(body.cause),
    });
  }
  const parsed = parseJson(body.text);
  // The service API lists few status codes, so an error body is a failure under any status.
  if (isErrorBody(parsed, context)) {
    const code = isLeadNotFound(status, context) ? 'lead-not-found' : 'refused';
    throw refusal(response, code, context);
  }
  const { successStatuses } = context.assumptions;
  if (successStatuses.length > 0 && !successStatuses.includes(status)) {
    throw failure(response, context, 'bad-response', `got ${status}, which \`successStatuses\` does not list`);
  }
  const result = schema.safeParse(parsed);
  if (result.success) return result.data;
  const where = result.error.issues.map((issue) => issue.path.join('.') || 'the body').join(', ');
  throw failure(response, context, 'bad-response', `succeeded, but its response has an unexpected value at ${where}`);
}

/** Get Lead returns the lead itself, which may have a custom field `status`. */
function isErrorBody(body: unknown, { operation }: ResponseContext): boolean {
  if (operation === 'getLead' && lead.safeParse(body).success) return false;
  return errorBody.safeParse(body).success;
}

function refusal(response: HttpResponse, code: ServiceErrorCode, context: ResponseContext): ServiceError {
  const body = response.body.ok ? redactedJson(response.body.text, context.redactor) : undefined;
  const error = errorBody.safeParse(body);
  const message = error.success && typeof error.data.message === 'string' ? error.data.message : undefined;
  const onFile = code === 'lead-exists' ? existingLead.safeParse(leadOf(body)) : undefined;
  const reason = message === undefined ? '' : reasonOf(message, [...context.sentValues, leadOf(body)]);
  return failure(response, context, code, `got ${response.status}`, {
    reason,
    serviceMessage: message === undefined ? undefined : cutText(message, maxMessageLength),
    lead: onFile?.success ? onFile.data : undefined,
    retryAfterMs: parseRetryAfter(response.retryAfter, context.now()),
  });
}

/** The service's message as a sentence for logs: on one line, without personal data. */
function reasonOf(message: string, sources: readonly unknown[]): string {
  const line = cutText(message, 10 * maxMessageLength).replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ');
  const reason = cutText(redactPersonalData(line, sources), maxMessageLength).trim();
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

function failure(
  { status }: HttpResponse,
  { operation }: ResponseContext,
  code: ServiceErrorCode,
  what: string,
  { reason = '', ...facts }: Partial<ServiceErrorFacts> = {},
): ServiceError {
  return new ServiceError({
    ...facts,
    ...(reason !== '' && { reason }),
    code,
    operation,
    status,
    sent: 'yes',
    message: `[service] ${operation} ${what} (${code})${reason === '' ? '.' : `: ${reason}`}`,
  });
}

/** The service API specifies few statuses; the others have their standard meaning. */
function codeOf(status: number, context: ResponseContext): ServiceErrorCode {
  // Browsers report 0 for a redirect that they did not follow.
  if (status < 400) return 'redirected';
  if (isLeadNotFound(status, context)) return 'lead-not-found';
  if (context.assumptions.targetNotFoundStatuses.includes(status)) return 'not-found';
  if (badRequestStatuses.includes(status)) return 'bad-request';
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 409:
      return context.operation === 'createLead' ? 'lead-exists' : 'refused';
    case 408:
    case 425:
    case 503:
      return 'unavailable';
    case 429:
      return 'rate-limited';
    default:
      return status < 500 ? 'refused' : 'server-error';
  }
}

/** In these operations a 404 can only mean the lead. In others it is the journey or the agent. */
const leadChanges: readonly Operation[] = ['updateLead', 'addTag', 'removeTag'];

function isLeadNotFound(status: number, { operation, assumptions }: ResponseContext): boolean {
  if (operation === 'getLead') return assumptions.leadNotFoundStatuses.includes(status);
  return leadChanges.includes(operation) && assumptions.changedLeadNotFoundStatuses.includes(status);
}

/** Parses Retry-After, which is a number of seconds or a date (RFC 9110, 10.2.3), to milliseconds. */
function parseRetryAfter(header: string | null, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // Date.parse alone would take "5." or "1-2" for a year.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function leadOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'lead' in body ? body.lead : undefined;
}

/** Undefined if the text is not JSON; no schema accepts undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function redactedJson(text: string, redactor: Redactor): unknown {
  try {
    return redactor.json(text);
  } catch {
    return undefined; // No JSON, or nested too deeply to walk.
  }
}
