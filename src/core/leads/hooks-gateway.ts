import type { LeadGateway } from './lead-gateway.ts';
import { createLeadQueue } from './lead-queue.ts';
import type { GatewayDeps } from './proxy-gateway.ts';
import { exchange } from './send-request.ts';
import { failureOf } from './send-result.ts';

/**
 * Without a proxy: the lead's data goes into a chat session straight from the browser (4.10). Sending it twice creates
 * a spare session, no more. Nobody keeps the lead, so there are no further sessions for it and no call-backs.
 */
export function createHooksGateway(hooksUrl: string, flowId: string, parts: GatewayDeps): LeadGateway {
  const base = hooksUrl.replace(/\/+$/, '');
  const queue = createLeadQueue({
    ...parts,
    sender: {
      to: base,
      async send(_key, request) {
        try {
          // Of all the pages that ask for leads, few have no proxy.
          const { readSession, sessionRequest } = await import('./start-session.ts');
          const body = sessionRequest(flowId, request);
          const answer = await exchange(parts, `${base}/webchat/session`, { body });
          const session = readSession(answer?.body);
          return session === undefined ? failureOf(answer) : { status: 'accepted', lead: null, session };
        } catch {
          return { status: 'failed' };
        }
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
