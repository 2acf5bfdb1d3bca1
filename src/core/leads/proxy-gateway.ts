import { callAccepted, callStatus, leadAccepted, type ProxySession, sessionResponse } from '../../protocol/index.ts';
import type { LeadReference, LeadSession } from '../conversation/conversation-state.ts';
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
  return {
    ...queue,
    async openSession(lead) {
      const response = await sendJson(deps, `${base}/sessions`, { body: toReference(lead) });
      return toLeadSession(sessionResponse.safeParse(response?.body).data?.session ?? null);
    },
    async requestCall(lead) {
      const response = await sendJson(deps, `${base}/calls`, { body: toReference(lead) });
      const accepted = callAccepted.safeParse(response?.body).data;
      if (accepted !== undefined) return { ok: true, call: { id: accepted.call, token: lead.token } };
      const error = readProxyError(response);
      return { ok: false, code: error?.reason ?? error?.code ?? 'unreachable' };
    },
    async callStatus(call) {
      const headers = call.token === null ? {} : { authorization: `Bearer ${call.token}` };
      const response = await sendJson(deps, `${base}/calls/${encodeURIComponent(call.id)}`, { headers });
      return callStatus.safeParse(response?.body).data?.state;
    },
  };
}

/** Leads of earlier versions have no token. */
function toReference({ id, token }: LeadReference) {
  return { lead: id, ...(token !== null && { token }) };
}

function toLeadSession(session: ProxySession): LeadSession | null {
  if (session === null) return null;
  return { id: session.session, target: { flowId: session.flow_id, wssUrl: session.wss_url } };
}
