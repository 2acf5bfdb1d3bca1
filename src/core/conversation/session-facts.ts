import type { ConnectionPath } from '../connection/connection.ts';
import type { ConversationState, LeadSession } from './conversation-state.ts';

/** Which session the conversation has, and whose it is. */
export type SessionFacts = Pick<ConversationState, 'session' | 'target' | 'isEstablished' | 'isAnonymous' | 'lead'>;

export const noSession: SessionFacts = {
  session: null,
  target: {},
  isEstablished: false,
  isAnonymous: true,
  lead: null,
};

/** A session that was opened for a lead; null: the conversation is anonymous. */
export function fromLeadSession(session: LeadSession | null): Pick<SessionFacts, 'session' | 'target' | 'isAnonymous'> {
  return { session: session?.id ?? null, target: session?.target ?? {}, isAnonymous: session === null };
}

/** Where the next socket goes. Only a session that the service has confirmed is resumed. `flowId`: that of the page. */
export function toConnectionPath({ session, target, isEstablished }: SessionFacts, flowId: string): ConnectionPath {
  if (session === null) return { flowId, session, reconnect: false, wssUrl: undefined };
  return { flowId: target.flowId ?? flowId, session, reconnect: isEstablished, wssUrl: target.wssUrl };
}
