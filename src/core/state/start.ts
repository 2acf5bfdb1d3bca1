import type { ChatState } from './chat-state.ts';
import { type Conversation, noSession, type Phase } from './conversation.ts';
import type { LocalEvent } from './event.ts';
import type { LeadProgress } from './lead.ts';
import { awaitLeader, withUnsent } from './reduce-tabs.ts';

type Started = Extract<LocalEvent, { type: 'started' }>;

/** Restores what earlier pages have stored. Without anything stored, starts with the lead form if there is one. */
export function start(state: ChatState, event: Started, now: number): ChatState {
  const conversation = restore(state.conversation, event);
  const { call } = event.stored;
  const joining: ChatState = {
    ...state,
    conversation,
    lead: restoreLead(state.lead, conversation, event),
    call: call === undefined ? state.call : { ...state.call, followed: call, pollAt: now },
    // What happened before start() concerns this tab only.
    tab: { ...withUnsent({ ...state.tab, unseen: [] }, conversation), role: 'joining' },
  };
  return awaitLeader(joining, now);
}

function restore(current: Conversation, event: Started): Conversation {
  const { conversation: stored } = event.stored;
  const thanks = thanksOf(event);
  if (thanks !== undefined) return { ...current, phase: 'thanks', session: noSession, lead: thanks.lead };
  const asksForLead = stored === undefined && event.hasForm && !event.hasQueuedLead;
  const phase: Phase = asksForLead ? 'asking-lead' : 'chatting';
  if (stored === undefined) return { ...current, phase };
  return { ...stored, phase, connection: current.connection, notice: current.notice };
}

function restoreLead(current: LeadProgress, { phase, lead }: Conversation, { hasQueuedLead }: Started): LeadProgress {
  if (hasQueuedLead) return { status: 'queued', kept: 'storage' };
  return lead !== null || phase === 'thanks' ? { status: 'accepted' } : current;
}

/** A queued lead that has expired was removed, so it never reached the proxy. */
function thanksOf({ stored, hasForm, hasQueuedLead }: Started) {
  const { conversation, thanks } = stored;
  if (conversation !== undefined || thanks === undefined || !hasForm) return undefined;
  return thanks.isQueued && !hasQueuedLead ? undefined : thanks;
}
