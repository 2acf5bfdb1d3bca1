import { digitsOf, type LeadRequest, webchatSession, withCountryCode } from '../protocol/index.ts';
import { exchange } from './exchange.ts';
import type { LeadGateway } from './lead-gateway.ts';
import { createLeadQueue } from './lead-queue.ts';
import type { GatewayParts } from './proxy-gateway.ts';
import { failureOf } from './send-result.ts';

/**
 * Without a proxy: the lead's data goes into a chat session straight from the browser (4.10). Sending it twice creates
 * a spare session, no more. Nobody keeps the lead, so there are no further sessions for it and no call-backs.
 */
export function createHooksGateway(hooksUrl: string, flowId: string, parts: GatewayParts): LeadGateway {
  const base = hooksUrl.replace(/\/+$/, '');
  const queue = createLeadQueue({
    ...parts,
    sender: {
      to: base,
      async send(_key, request) {
        const answer = await exchange(parts, `${base}/webchat/session`, {
          body: { record: recordOf(request), flow_id: flowId },
        });
        const opened = webchatSession.safeParse(answer?.body).data;
        if (opened === undefined) return failureOf(answer);
        return { status: 'accepted', lead: null, session: opened.session };
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

/** The service takes the phone as E.164 digits (2.1). */
function recordOf({ fields }: LeadRequest): LeadRequest['fields'] {
  const typed = String(fields.phone ?? '');
  const digits = digitsOf(typed);
  return { ...fields, phone: typed.trim().startsWith('+') ? digits : withCountryCode(digits) };
}
