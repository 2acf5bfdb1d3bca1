import { callAccepted, callStatus, leadAccepted, type ProxySession, sessionResponse } from '../../protocol/index.ts';
import type { CallReference, LeadReference, LeadSession } from '../conversation/conversation-state.ts';
import type { LeadGateway } from './lead-gateway.ts';
import { createLeadQueue, type LeadQueueDeps } from './lead-queue.ts';
import { readProxyError, type SendJsonDeps, sendJson, toFailure } from './send-json.ts';

export type GatewayDeps = Omit<LeadQueueDeps, 'sender'> & SendJsonDeps;

/** Leads go to the proxy, which stores them and delivers them to the service. */
export function createProxyGateway(proxyUrl: string, deps: GatewayDeps): LeadGateway {
  const base = proxyUrl.replace(/\/+$/, '');
  const queue = createLeadQueue({
    ...deps,
    sender: {
      to: base,
      async send(key, request) {
        const headers = { 'idempotency-key': key };
        const response = await sendJson(deps, `${base}/leads`, { body: request, headers });
        const accepted = leadAccepted.safeParse(response?.body).data;
        if (response?.status !== 202 || accepted === undefined) return toFailure(response);
        const lead = { id: accepted.lead, token: accepted.token ?? null };
        return { status: 'accepted', lead, session: toLeadSession(accepted.session) };
      },
    },
  });
  const callAddress = ({ id }: CallReference) => `${base}/calls/${encodeURIComponent(id)}`;
  return {
    ...queue,
    async openSession(lead) {
      const response = await sendJson(deps, `${base}/sessions`, { body: toReference(lead) });
      return toLeadSession(sessionResponse.safeParse(response?.body).data?.session ?? null);
    },
    async requestCall(lead, at) {
      const body = { ...toReference(lead), ...(at !== undefined && { at: new Date(at).toISOString() }) };
      const response = await sendJson(deps, `${base}/calls`, { body });
      const accepted = callAccepted.safeParse(response?.body).data;
      if (accepted !== undefined) {
        return { ok: true, call: { id: accepted.call, token: lead.token }, state: accepted.state ?? 'waiting' };
      }
      const error = readProxyError(response);
      return { ok: false, code: error?.reason ?? error?.code ?? 'unreachable' };
    },
    async callStatus(call) {
      const response = await sendJson(deps, callAddress(call), { headers: authorization(call) });
      const status = callStatus.safeParse(response?.body).data;
      if (status === undefined) return readProxyError(response)?.code === 'not-found' ? null : undefined;
      const at = Date.parse(status.at ?? '');
      return { state: status.state, ...(!Number.isNaN(at) && { at }) };
    },
    async cancelCall(call) {
      const response = await sendJson(deps, callAddress(call), { method: 'DELETE', headers: authorization(call) });
      return response?.status === 204;
    },
  };
}

function authorization({ token }: CallReference): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** Leads of earlier versions have no token. */
function toReference({ id, token }: LeadReference) {
  return { lead: id, ...(token !== null && { token }) };
}

function toLeadSession(session: ProxySession): LeadSession | null {
  if (session === null) return null;
  return { id: session.session, target: { flowId: session.flow_id, wssUrl: session.wss_url } };
}
