import type { ProxySession } from '../../protocol/index.ts';
import { mayOpenSession } from '../intake/admission.ts';
import type { LeadIntake } from '../store/index.ts';
import type { SessionOpener } from './open-session.ts';

export type LeadSessionDeps = {
  store: Pick<LeadIntake, 'find' | 'keepSession'>;
  openSession: SessionOpener;
};

/**
 * Resolves with the session of a 202 response. A repeated request gets the session of the first response. For
 * simultaneous requests the store decides which session counts.
 */
export async function findOrCreateSession(
  { store, openSession }: LeadSessionDeps,
  facts: { lead: string; requestId: string },
): Promise<ProxySession> {
  const { lead } = facts;
  const stored = await store.find(lead);
  if (stored?.session !== undefined) return stored.session;
  // A lead whose personal data was deleted has no phone, and session initialization needs one.
  const mayOpen = stored !== undefined && mayOpenSession(stored.held) && stored.phone !== '';
  return store.keepSession(lead, mayOpen ? await openSession(stored.record, stored.phone, facts) : null);
}
