import { digitsOf, type LeadRequest, webchatSession, withCountryCode } from '../../protocol/index.ts';
import type { LeadGateway } from './lead-gateway.ts';
import { createLeadQueue } from './lead-queue.ts';
import type { GatewayDeps } from './proxy-gateway.ts';
import { sendJson, toFailure } from './send-json.ts';

/**
 * Sends a lead without a proxy: the browser itself opens a chat session with its data (webchat session initialization). A
 * repeated request only creates a spare session. The lead is not stored, so it gets no further sessions and no call-backs.
 */
export function createHooksGateway(hooksUrl: string, flowId: string, deps: GatewayDeps): LeadGateway {
  const base = hooksUrl.replace(/\/+$/, '');
  const queue = createLeadQueue({
    ...deps,
    sender: {
      to: base,
      async send(_key, request) {
        const body = { record: toRecord(request), flow_id: flowId };
        const response = await sendJson(deps, `${base}/webchat/session`, { body });
        const session = webchatSession.safeParse(response?.body).data;
        if (session === undefined) return toFailure(response);
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

/** Returns the lead's fields and attributes, with the phone as E.164 digits, the format of the service. */
function toRecord({ fields, attributes }: LeadRequest) {
  const typed = String(fields.phone ?? '');
  const digits = digitsOf(typed);
  return { ...attributes, ...fields, phone: typed.trim().startsWith('+') ? digits : withCountryCode(digits) };
}
