import { leadAccepted, sessionAnswer } from '../../protocol/index.ts';
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
  const loadCalls = async () => {
    const { proxyCalls } = await import('./proxy-calls.ts');
    return proxyCalls({
      ask: async (path, body) => (await exchange(parts, base + path, { body }))?.body,
      readError,
    });
  };
  return {
    ...queue,
    async openSession(lead) {
      const answer = await exchange(parts, `${base}/sessions`, { body: { lead } });
      return sessionAnswer.safeParse(answer?.body).data?.session?.session ?? null;
    },
    // Most visitors ask for no call.
    requestCall: (lead) =>
      loadCalls().then(
        (calls) => calls.requestCall(lead),
        () => ({ ok: false, code: 'unreachable' }),
      ),
    callStatus: (call) =>
      loadCalls().then(
        (calls) => calls.callStatus(call),
        () => undefined,
      ),
  };
}
