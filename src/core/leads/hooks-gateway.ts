import { digitsOf, type LeadRequest, webchatSession, withCountryCode } from '../../protocol/index.ts';
import type { LeadGateway } from './lead-gateway.ts';
import { createLeadQueue } from './lead-queue.ts';
import type { GatewayDeps } from './proxy-gateway.ts';
import { sendJson, toFailure } from './send-json.ts';

/**
 * Without a proxy, the lead's data goes into a chat session straight from the browser (webchat session initialization).
 * Sending it twice creates a spare session, no more. Nobody stores the lead, so there are no further sessions for it and
 * no call-backs.
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
        // The service may run the session in another flow than the requested one.
        const target = { flowId: session.flow_id ?? undefined };
        return { status: 'accepted', lead: null, session: { id: session.session, target } };
      },
    },
  });
  return {
    ...queue,
    loadConsent: () => Promise.resolve(undefined),
    identify: () => Promise.resolve({ status: 'refused', message: 'only a proxy can verify it: set `proxyUrl`' }),
    openSession: () => Promise.resolve(null),
    requestCall: () => Promise.resolve({ ok: false, code: 'no-proxy' }),
    callStatus: () => Promise.resolve(null),
    cancelCall: () => Promise.resolve(false),
  };
}

/** The lead's fields and attributes, with the phone as the service takes it: E.164 digits. */
function toRecord({ fields, attributes }: LeadRequest) {
  const typed = String(fields.phone ?? '');
  const digits = digitsOf(typed);
  return { ...attributes, ...fields, phone: typed.trim().startsWith('+') ? digits : withCountryCode(digits) };
}
