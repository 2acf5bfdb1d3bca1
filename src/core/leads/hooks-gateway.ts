import { joinChoices } from '../../protocol/choices-value.ts';
import type { FormField } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import { badRequestStatuses, errorBody } from '../../protocol/service/errors.ts';
import { webchatSession } from '../../protocol/service/webchat.ts';
import { addressAt, type JsonResponse } from '../../request-json.ts';
import type { AttemptResult, LeadGateway } from './lead-gateway.ts';
import { createLeadQueue } from './lead-queue.ts';
import type { GatewayDeps } from './proxy-gateway.ts';
import { sendJson, toFailure } from './send-json.ts';

export type HooksGatewayOptions = {
  flowId: string;
  /** Of the form. */
  fields: readonly FormField[];
};

/**
 * Sends a lead without a proxy: the browser itself opens a chat session with its data (webchat session initialization). A
 * repeated request only creates a spare session. The lead is not stored, so it gets no further sessions and no call-backs.
 */
export function createHooksGateway(
  hooksUrl: string,
  { flowId, fields }: HooksGatewayOptions,
  deps: GatewayDeps,
): LeadGateway {
  const base = addressAt(hooksUrl, '');
  const phoneNames = fields.filter(({ type }) => type === 'tel').map(({ name }) => name);
  const queue = createLeadQueue({
    ...deps,
    sender: {
      to: base,
      async send(_key, request) {
        const phones = await readPhones(request, phoneNames);
        if ('status' in phones) return phones;
        const body = { record: { ...request.attributes, ...joinedFields(request), ...phones.digits }, flow_id: flowId };
        const response = await sendJson(deps, `${base}/webchat/session`, { body });
        const session = webchatSession.safeParse(response?.body).data;
        if (session === undefined) return readRefusal(response) ?? toFailure(response);
        // The service may run the session in a different flow than requested.
        const target = { flowId: session.flow_id ?? undefined };
        return { status: 'accepted', lead: null, session: { id: session.session, target } };
      },
    },
  });
  return {
    ...queue,
    loadConsent: () => Promise.resolve('unreachable'),
    identify: () => Promise.resolve({ status: 'refused', message: 'only a proxy can verify it: set `proxyUrl`' }),
    openSession: () => Promise.resolve(null),
    requestCall: () => Promise.resolve({ ok: false, code: 'no-proxy' }),
    callStatus: () => Promise.resolve('gone'),
    cancelCall: () => Promise.resolve(false),
  };
}

/**
 * The service's refusal of the lead itself; undefined for another response. Other statuses are about what the page is configured
 * with, which can be corrected while the lead waits. The service's message may quote the lead, so it is left out.
 */
function readRefusal(response: JsonResponse | undefined): AttemptResult | undefined {
  const { status = 0, body } = response ?? {};
  if (!badRequestStatuses.includes(status) || !errorBody.safeParse(body).success) return undefined;
  return { status: 'refused', code: 'refused', message: `HTTP ${status}`, issues: [] };
}

/** Several choices are one text, as the proxy would write them. */
function joinedFields({ fields }: LeadRequest): Record<string, string | boolean> {
  const entries = Object.entries(fields);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? joinChoices(value) : value]));
}

/** What the service takes a number for that has no country code. */
const serviceCountry = 'US';

/** Reads the phones as the proxy would. The library is large, so it is loaded when somebody sends a lead. */
async function readPhones(
  { fields, country = serviceCountry, phoneConfirmed = false }: LeadRequest,
  names: readonly string[],
): Promise<{ digits: Record<string, string> } | AttemptResult> {
  const phone = await import('../../phone/index.ts').catch(() => undefined);
  if (phone === undefined) return { status: 'failed', isForAll: true };
  const digits: Record<string, string> = {};
  const issues: Issue[] = [];
  for (const name of names) {
    const typed = fields[name];
    if (typeof typed !== 'string') continue;
    const result = phone.parsePhone(typed, country);
    if (result.digits !== undefined && (result.ok || phoneConfirmed)) digits[name] = result.digits;
    else if (!result.ok) issues.push({ path: `fields.${name}`, message: result.problem.code, ...result.problem });
  }
  if (issues.length === 0) return { digits };
  return { status: 'refused', code: 'bad-request', message: 'The phone is not valid.', issues };
}
