import type { Issue } from '../../protocol/issue.ts';
import { isConsentIssue } from '../../protocol/proxy/consent-problem.ts';
import { publicConfig } from '../../protocol/proxy/public-config.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import {
  callAccepted,
  callStatus,
  identityResponse,
  leadAccepted,
  type ProxySession,
  sessionResponse,
} from '../../protocol/proxy/responses.ts';
import { addressAt, type RequestDeps } from '../../request-json.ts';
import type { CallReference } from '../state/call.ts';
import type { LeadReference, LeadSession } from '../state/conversation.ts';
import type { AttemptResult, LeadGateway, SendResult } from './lead-gateway.ts';
import { createLeadQueue, type LeadQueueDeps } from './lead-queue.ts';
import { readProxyError, sendJson, toFailure } from './send-json.ts';

export type GatewayDeps = Omit<LeadQueueDeps, 'sender'> & RequestDeps;

/** Sends leads to the proxy, which stores them and delivers them to the service. */
export function createProxyGateway(proxyUrl: string, deps: GatewayDeps): LeadGateway {
  const base = addressAt(proxyUrl, '');
  const queue = createLeadQueue({
    ...deps,
    sender: {
      to: base,
      async send(key, request) {
        const result = await sendLead(key, request);
        if (result.status !== 'refused') return result;
        return withoutAttributes(request, result.issues) ?? result;
      },
    },
  });
  const callAddress = ({ id }: CallReference) => `${base}/calls/${encodeURIComponent(id)}`;

  async function sendLead(key: string, request: LeadRequest): Promise<AttemptResult> {
    const headers = { 'idempotency-key': key };
    const response = await sendJson(deps, `${base}/leads`, { body: request, headers });
    const accepted = leadAccepted.safeParse(response?.body).data;
    if (response?.status !== 202 || accepted === undefined) return toFailure(response);
    const lead = { id: accepted.lead, token: accepted.token };
    const session = toLeadSession(accepted.session);
    return { status: 'accepted', lead, session, ...(accepted.issues !== undefined && { issues: accepted.issues }) };
  }

  return {
    ...queue,
    async loadConsent(form) {
      const address = `${base}/config?form=${encodeURIComponent(form)}`;
      // The browser may have cached the configuration with the old text.
      const response = await sendJson(deps, address, { cache: 'no-store' });
      const config = publicConfig.safeParse(response?.body).data;
      return config === undefined ? 'unreachable' : (config.form.consent ?? null);
    },
    async identify(form, userToken) {
      const response = await sendJson(deps, `${base}/identity`, { body: { form, userToken } });
      const identity = identityResponse.safeParse(response?.body).data;
      if (identity !== undefined) return { status: 'verified', fields: identity.fields, issues: identity.issues };
      const error = readProxyError(response);
      if (error === undefined || response?.status !== 400) return { status: 'unreachable' };
      return { status: 'refused', message: error.issues?.[0]?.message ?? 'cannot be verified by this proxy' };
    },
    async openSession(lead) {
      const response = await sendJson(deps, `${base}/sessions`, { body: toReference(lead) });
      return toLeadSession(sessionResponse.safeParse(response?.body).data?.session ?? null);
    },
    async requestCall(lead, at) {
      const body = { ...toReference(lead), ...(at !== undefined && { at: new Date(at).toISOString() }) };
      const response = await sendJson(deps, `${base}/calls`, { body });
      const accepted = callAccepted.safeParse(response?.body).data;
      if (accepted !== undefined) {
        return { ok: true, call: { id: accepted.call, token: lead.token }, state: accepted.state };
      }
      const error = readProxyError(response);
      return { ok: false, code: error?.reason ?? error?.code ?? 'unreachable' };
    },
    async callStatus(call) {
      const response = await sendJson(deps, callAddress(call), { headers: authorization(call) });
      const status = callStatus.safeParse(response?.body).data;
      if (status === undefined) return readProxyError(response)?.code === 'not-found' ? 'gone' : 'unreachable';
      const at = Date.parse(status.at ?? '');
      return { state: status.state, ...(!Number.isNaN(at) && { at }) };
    },
    async cancelCall(call) {
      const response = await sendJson(deps, callAddress(call), { method: 'DELETE', headers: authorization(call) });
      return response?.status === 204;
    },
  };
}

/**
 * The lead without the attributes that its form had when the page was loaded, and no longer has. Undefined if that does not
 * help, because the proxy refuses a field.
 */
function withoutAttributes(request: LeadRequest, issues: Issue[]): SendResult | undefined {
  const attributes = Object.entries(request.attributes ?? {});
  const issueOf = (name: string) => issues.find(({ path }) => path === `attributes.${name}`);
  const refused = attributes.flatMap(([name]) => issueOf(name) ?? []);
  // The visitor may agree to a changed consent, but cannot change an attribute.
  if (refused.length === 0 || !issues.every((issue) => refused.includes(issue) || isConsentIssue(issue)))
    return undefined;
  const kept = Object.fromEntries(attributes.filter(([name]) => issueOf(name) === undefined));
  return { status: 'changed', request: { ...request, attributes: kept }, issues: refused };
}

function authorization({ token }: CallReference): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

function toReference({ id, token }: LeadReference) {
  return { lead: id, token };
}

function toLeadSession(session: ProxySession): LeadSession | null {
  if (session === null) return null;
  return { id: session.session, target: { flowId: session.flow_id, wssUrl: session.wss_url } };
}
