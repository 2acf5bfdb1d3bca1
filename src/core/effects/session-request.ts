import type { LeadReference, LeadSession, SessionRequest } from '../state/conversation.ts';
import type { ChatContext } from './chat-context.ts';

/** Opens a new session for a stored lead; null if that fails. Never rejects. */
export type OpenSession = (lead: LeadReference) => Promise<LeadSession | null>;

/** Requests the session that a new conversation of a known lead waits for. Returns the function that stops it. */
export function requestSessions({ store }: ChatContext, openSession: OpenSession): () => void {
  let current: SessionRequest | null = null;

  async function send(request: SessionRequest): Promise<void> {
    const session = await openSession(request.lead);
    store.dispatch({ type: 'session-received', request, session });
  }

  return store.subscribe(() => {
    const { tab, socket } = store.state.peek();
    const request = tab.role === 'leader' ? socket.sessionRequest : null;
    if (request === current) return;
    current = request;
    if (request !== null) void send(request);
  });
}
