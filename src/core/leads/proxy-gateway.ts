import { callAccepted, callStatus, leadAccepted, sessionResponse } from '../../protocol/index.ts';
import type { LeadGateway } from './lead-gateway.ts';
import { createLeadQueue, type LeadQueueDeps } from './lead-queue.ts';
import { type ExchangeDeps, exchange } from './send-request.ts';
import { failureOf, readError } from './send-result.ts';

export type GatewayDeps = Omit<LeadQueueDeps, 'sender'> & ExchangeDeps;

/** Leads go to our proxy, which keeps them and delivers them to the service. */
export function createProxyGateway(proxyUrl: string, parts: GatewayDeps): LeadGateway {
  const base = proxyUrl.replace(/\/+$/, '');
  const queue = createLeadQueue({
    ...parts,
    sender: {
      to: base,
      async send(key, request) {
        const answer = await exchange(parts, `${base}/leads`, { body: request, headers: { 'idempotency-key': key } });
        const accepted = leadAccepted.safeParse(answer?.body).data;
        if (answer?.status !== 202 || accepted === undefined) return failureOf(answer);
        return { status: 'accepted', lead: accepted.lead, session: accepted.session?.session ?? null };
      },
    },
  });
  return {
    ...queue,
    async openSession(lead) {
      const answer = await exchange(parts, `${base}/sessions`, { body: { lead } });
      return sessionResponse.safeParse(answer?.body).data?.session?.session ?? null;
    },
    async requestCall(lead) {
      const answer = (await exchange(parts, `${base}/calls`, { body: { lead } }))?.body;
      const accepted = callAccepted.safeParse(answer).data;
      if (accepted !== undefined) return { ok: true, call: accepted.call };
      const failure = readError(answer);
      return { ok: false, code: failure?.reason ?? failure?.code ?? 'unreachable' };
    },
    async callStatus(call) {
      const answer = await exchange(parts, `${base}/calls/${encodeURIComponent(call)}`);
      return callStatus.safeParse(answer?.body).data?.state;
    },
  };
}
