import type { Clock } from '../../clock.ts';
import type { LeadReference, LeadSession } from './conversation-state.ts';

/** How long the conversation waits for a session before it starts without one. */
const timeoutMs = 12_000;

export type LeadSessionDeps = {
  clock: Clock;
  /** Requests a new session for a stored lead; null if it fails. */
  openSession(lead: LeadReference): Promise<LeadSession | null>;
};

/** Requests a session for a lead. Calls `onSession` once, with null if none comes in time. Returns a cancel function. */
export function requestLeadSession(
  { clock, openSession }: LeadSessionDeps,
  lead: LeadReference,
  onSession: (session: LeadSession | null) => void,
): () => void {
  let isSettled = false;
  const settle = (session: LeadSession | null) => {
    if (isSettled) return;
    cancel();
    onSession(session);
  };
  const cancelTimeout = clock.after(timeoutMs, () => settle(null));
  const cancel = () => {
    isSettled = true;
    cancelTimeout();
  };
  void openSession(lead).then(settle);
  return cancel;
}
