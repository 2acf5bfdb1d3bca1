import type { LeadGateway } from './lead-gateway.ts';
import { createLeadQueue } from './lead-queue.ts';
import type { GatewayParts } from './proxy-gateway.ts';

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
        try {
          // Of all the pages that ask for leads, few have no proxy.
          const { startSession } = await import('./start-session.ts');
          return await startSession(parts, base, flowId, request);
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
