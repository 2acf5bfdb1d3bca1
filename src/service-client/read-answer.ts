import type * as z from 'zod/mini';
import { type Assumptions, errorBody, existingLead } from '../protocol/index.ts';
import type { Exchanged } from './exchange.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Redactor } from './secret.ts';
import { type Operation, ServiceError, type ServiceErrorCode, type ServiceErrorFacts } from './service-error.ts';

type Answer = Extract<Exchanged, { kind: 'answer' }>;

export type AnswerContext = { operation: Operation; assumptions: Assumptions; redactor: Redactor; now: () => number };

/** What an answer means: the parsed body of a success, or a ServiceError for everything else. */
export function readAnswer<T>(answer: Answer, schema: z.ZodMiniType<T>, context: AnswerContext): T {
  const { status, body } = answer;
  if (status < 200 || status > 299) throw refusal(answer, codeOf(status, context), context);
  if (!body.ok) {
    if (body.ended === 'aborted') throw failure(answer, context, 'aborted', 'was given up while its answer came in');
    throw failure(answer, context, 'bad-answer', 'succeeded, but its answer was cut off or too large', {
      cause: context.redactor.error(body.cause),
    });
  }
  const parsed = parseJson(body.text);
  // Codes are mostly "not shown" (Requests and responses), so an error body (Errors) is a failure under any status.
  if (errorBody.safeParse(parsed).success) {
    const notFound = isLeadNotFound(status, context) ? 'lead-not-found' : 'refused';
    throw refusal(answer, notFound, context);
  }
  const { successStatuses } = context.assumptions;
  if (successStatuses.length > 0 && !successStatuses.includes(status)) {
    throw failure(answer, context, 'bad-answer', `answered ${status}, which \`successStatuses\` does not list`);
  }
  const result = schema.safeParse(parsed);
  if (result.success) return result.data;
  const where = result.error.issues.map((one) => one.path.join('.') || 'the body').join(', ');
  throw failure(
    answer,
    context,
    'bad-answer',
    `succeeded, but its answer is not what the interface shows, at ${where}`,
  );
}

function refusal(answer: Answer, code: ServiceErrorCode, context: AnswerContext): ServiceError {
  const body = answer.body.ok ? redactedJson(answer.body.text, context.redactor) : undefined;
  const said = errorBody.safeParse(body);
  const lead = code === 'lead-exists' ? existingLead.safeParse(leadOf(body)) : undefined;
  return failure(answer, context, code, `was answered with ${answer.status}`, {
    serviceMessage: said.success ? said.data.message.slice(0, 500) : undefined,
    lead: lead?.success ? lead.data : undefined,
    retryAfterMs: readRetryAfter(answer.retryAfter, context.now()),
  });
}

function failure(
  { status }: Answer,
  { operation }: AnswerContext,
  code: ServiceErrorCode,
  what: string,
  more: Partial<ServiceErrorFacts> = {},
): ServiceError {
  return new ServiceError({
    ...more,
    code,
    operation,
    status,
    sent: 'yes',
    message: `[service] ${operation} ${what} (${code}).`,
  });
}

/** 7 lists few statuses; the others mean what they mean everywhere. */
function codeOf(status: number, context: AnswerContext): ServiceErrorCode {
  // 0 is how a browser shows a redirect that it did not follow.
  if (status < 400) return 'redirected';
  if (isLeadNotFound(status, context)) return 'lead-not-found';
  switch (status) {
    case 400:
    case 413:
    case 414:
    case 415:
    case 422:
      return 'bad-request';
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
    case 410:
      return 'not-found';
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

/** These look a lead up and nothing else; elsewhere a 404 is the journey's or the agent's. */
const looksUpLead: readonly Operation[] = ['getLead', 'updateLead', 'addTag', 'removeTag'];

function isLeadNotFound(status: number, { operation, assumptions }: AnswerContext): boolean {
  return looksUpLead.includes(operation) && assumptions.leadNotFoundStatuses.includes(status);
}

function leadOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'lead' in body ? body.lead : undefined;
}

/** Undefined for what is no JSON: no schema of ours takes it. */
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
    return undefined; // no JSON, or nested too deeply to be walked
  }
}
