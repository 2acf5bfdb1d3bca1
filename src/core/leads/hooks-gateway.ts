import { digitsOf, type LeadRequest, webchatSession, withCountryCode } from '../../protocol/index.ts';
import type { LeadGateway } from './lead-gateway.ts';
import { createLeadQueue } from './lead-queue.ts';
import type { GatewayDeps } from './proxy-gateway.ts';
import { exchange } from './send-request.ts';
import { failureOf } from './send-result.ts';

/**
 * Without a proxy: the lead's data goes into a chat session straight from the browser (webchat session initialization). Sending it twice creates
 * a spare session, no more. Nobody keeps the lead, so there are no further sessions for it and no call-backs.
 */
export function createHooksGateway(hooksUrl: string, flowId: string, parts: GatewayDeps): LeadGateway {
  const base = hooksUrl.replace(/\/+$/, '');
  const queue = createLeadQueue({
    ...parts,
    sender: {
      to: base,
      async send(_key, request) {
        const body = sessionRequest(flowId, request);
        const answer = await exchange(parts, `${base}/webchat/session`, { body });
        const session = webchatSession.safeParse(answer?.body).data?.session;
        return session === undefined ? failureOf(answer) : { status: 'accepted', lead: null, session };
      },
    },
  });
  return {
    ...queue,
    openSession: () => Promise.resolve(null),
    requestCall: () => Promise.resolve({ ok: false, code: 'no-proxy' }),
    callStatus: () => Promise.resolve(undefined),
  };
}

/** A lead's data as the body of webchat session initialization. */
function sessionRequest(flowId: string, { fields }: LeadRequest) {
  const typed = String(fields.phone ?? '');
  const digits = digitsOf(typed);
  // The service takes the phone as E.164 digits.
  const phone = typed.trim().startsWith('+') ? digits : withCountryCode(digits);
  return { record: { ...fields, phone }, flow_id: flowId };
}
