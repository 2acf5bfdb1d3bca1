import * as z from 'zod/mini';
import { uuid } from '../protocol/identifiers.ts';
import { phoneDigits } from '../protocol/phone.ts';
import { type Assumptions, type AssumptionsInput, assumptionsSchema } from '../protocol/service/assumptions.ts';
import { callDetailsResponse, callId, initiateCallRequest, initiateCallResponse } from '../protocol/service/call.ts';
import {
  createLeadRequest,
  createLeadResponse,
  type LeadRecord,
  lead,
  tagRequest,
  tagResponse,
  updateLeadRequest,
  updateLeadResponse,
} from '../protocol/service/lead.ts';
import { initSessionRequest, webchatSession } from '../protocol/service/webchat.ts';
import {
  sendToWorkflowRequest,
  updateAndSendToWorkflowRequest,
  workflowResponse,
} from '../protocol/service/workflow.ts';
import { badOption } from './options.ts';
import { createSendRequest } from './send-request.ts';
import type { ServiceClient, ServiceClientOptions } from './service-client.ts';
import { type Operation, ServiceError } from './service-error.ts';

const partialCall = z.partial(initiateCallRequest);
const leadQuery = z.strictObject({ phone: z.optional(phoneDigits), lead_id: z.optional(uuid) }).check(
  z.refine((query) => (query.phone === undefined) !== (query.lead_id === undefined), {
    error: 'send either phone or lead_id',
  }),
);
const callQuery = z.strictObject({ call_id: callId });

/**
 * Creates a client of the service API.
 *
 * @example
 * const client = createServiceClient({ baseUrl, hooksUrl, apiKey });
 * const { lead } = await client.createLead({ record: { phone: '14155552671', first_name: 'Ada' } });
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const assumptions = readAssumptions(options.assumptions ?? {});
  const send = createSendRequest(options, assumptions);
  const callBody = assumptions.callNeedsAgentAndPhone ? initiateCallRequest : partialCall;
  const allowed = (body: { record?: LeadRecord | undefined }): object =>
    assumptions.recordTakesCustomFields || body.record === undefined
      ? body
      : { ...body, record: pick(body.record, ['phone', 'first_name', 'last_name', 'email', 'company']) };

  const client: ServiceClient = {
    async initiateCall(input, call) {
      const body = checkInput('initiateCall', callBody, input);
      return send({ operation: 'initiateCall', method: 'POST', path: '/agent', body }, initiateCallResponse, call);
    },
    async createLead(input, call) {
      const body = allowed(checkInput('createLead', createLeadRequest, input));
      return send({ operation: 'createLead', method: 'POST', path: '/lead/create', body }, createLeadResponse, call);
    },
    async updateLead(input, call) {
      const checked = checkInput('updateLead', updateLeadRequest, input);
      const body = assumptions.updateTakesAnyField ? checked : pick(checked, ['lead_id', 'email', 'company']);
      return send({ operation: 'updateLead', method: 'PATCH', path: '/lead/update', body }, updateLeadResponse, call);
    },
    async getLead(input, call) {
      const query = checkInput('getLead', leadQuery, input);
      return send({ operation: 'getLead', method: 'GET', path: '/lead/get', query }, lead, call);
    },
    async addTag(input, call) {
      const body = checkInput('addTag', tagRequest, input);
      return send({ operation: 'addTag', method: 'PATCH', path: '/lead/tag', body }, tagResponse, call);
    },
    async removeTag(input, call) {
      const { lead_id, tag } = checkInput('removeTag', tagRequest, input);
      const names = assumptions.removeTagParameters;
      const query = { [names.leadId]: lead_id, [names.tag]: tag };
      return send({ operation: 'removeTag', method: 'DELETE', path: '/lead/tag', query }, tagResponse, call);
    },
    async sendToWorkflow(input, call) {
      const body = allowed(checkInput('sendToWorkflow', sendToWorkflowRequest, input));
      const request = { operation: 'sendToWorkflow', method: 'POST', path: '/lead/sendtoworkflow', body } as const;
      return send(request, workflowResponse, call);
    },
    async updateAndSendToWorkflow(input, call) {
      const body = allowed(checkInput('updateAndSendToWorkflow', updateAndSendToWorkflowRequest, input));
      const path = '/lead/sendtoworkflow';
      return send({ operation: 'updateAndSendToWorkflow', method: 'PATCH', path, body }, workflowResponse, call);
    },
    async getCall(input, call) {
      const { call_id } = checkInput('getCall', callQuery, input);
      const query = { [assumptions.callDetailsParameter]: call_id };
      return send({ operation: 'getCall', method: 'GET', path: '/calls/get', query }, callDetailsResponse, call);
    },
    async initSession(input, call) {
      const body = checkInput('initSession', initSessionRequest, input);
      return send({ operation: 'initSession', method: 'POST', path: '/webchat/session', body }, webchatSession, call);
    },
  };
  return Object.freeze(client);
}

function pick(from: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)));
}

const english = z.locales.en().localeError;

/** zod/mini has no messages. Zod's English messages name what is expected, never the value. */
function describeIssue(issue: z.core.$ZodRawIssue) {
  const isUuid = issue.code === 'invalid_format' && issue.format === 'regex' && issue.pattern?.includes('[0-9a-f]{12}');
  return isUuid ? 'must be a UUID, such as a1000000-0000-4000-8000-000000000001' : english(issue);
}

function readAssumptions(input: AssumptionsInput): Assumptions {
  const result = assumptionsSchema.safeParse(input);
  if (result.success) return result.data;
  const paths = result.error.issues.map((issue) => ['assumptions', ...issue.path].join('.')).join(', ');
  throw badOption(`\`${paths}\` is not one of the assumptions in src/protocol/service/assumptions.ts`);
}

/** Returns the parsed input. Invalid input is a `bad-request`, and nothing is sent. */
function checkInput<T>(operation: Operation, schema: z.ZodMiniType<T>, input: unknown): T {
  const result = schema.safeParse(input, { error: describeIssue });
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const problems = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
  const message = `[service] ${operation} was not sent: its input is invalid: ${problems}.`;
  throw new ServiceError({ code: 'bad-request', operation, issues, sent: 'no', message });
}
