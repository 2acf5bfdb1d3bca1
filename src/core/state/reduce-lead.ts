import { type ChatState, withConversation } from './chat-state.ts';
import { hasWritten, type LeadReference, type LeadSession, noSession } from './conversation.ts';
import type { FormLeadAccepted, LeadEvent, QueuedLeadAccepted, SharedLeadEvent } from './event.ts';
import { type LeadProgress, noLead, type OutdatedLead, type Refusal } from './lead.ts';
import { withoutThanks, withSentForm } from './reduce-form.ts';
import { beginSession, startConversation, startOver, withNewSocket } from './reduce-session.ts';

/** What can happen to a lead: it is accepted, queued or refused, and its consent may change while it is queued. */
export function reduceLead(state: ChatState, event: LeadEvent | SharedLeadEvent, now: number): ChatState {
  switch (event.type) {
    case 'lead-submitted':
      return { ...state, leadProgress: { status: 'sending' } };
    case 'form-refused':
      return { ...state, leadProgress: refused(event) };
    case 'lead-accepted': {
      const next = withSentForm(state);
      return event.origin === 'queue' ? continueAfterQueue(next, event) : continueAfterForm(next, event, now);
    }
    case 'lead-queued': {
      const next = withSentForm({ ...state, leadProgress: { status: 'queued', kept: event.kept } });
      if (!event.chat) return thank(next, null);
      return hasChat(next) ? next : startConversation(next, null, null);
    }
    case 'lead-refused':
      return askAgain(settleQueued(withoutThanks(state), refused(event)));
    case 'queued-lead-moved': {
      const isQueued = state.leadProgress.status === 'queued';
      return isQueued ? { ...state, leadProgress: { status: 'queued', kept: event.kept } } : state;
    }
    case 'consent-outdated':
      return { ...state, outdatedLeads: [...state.outdatedLeads, event.lead] };
    case 'consent-loaded': {
      const { consent } = event;
      const load = (lead: OutdatedLead) => (lead.key === event.key ? { ...lead, consent } : lead);
      return { ...state, outdatedLeads: state.outdatedLeads.map(load) };
    }
    case 'consent-answered': {
      const { key, kept } = event;
      return settleQueued(withoutOutdated(state, key), kept === null ? noLead : { status: 'queued', kept });
    }
    case 'lead-dropped':
      return askAgain(settleQueued(withoutOutdated(withoutThanks(state), event.key), noLead));
  }
}

/** After the first attempt: with a chat, or with thanks for the lead instead of it. */
function continueAfterForm(before: ChatState, event: FormLeadAccepted, now: number): ChatState {
  const { lead, session, chat, isFromChat = false } = event;
  const state: ChatState = { ...before, leadProgress: { status: 'accepted' } };
  if (!chat) return thank(state, lead);
  // The form is a part of the conversation, or the visitor has skipped it meanwhile, here or in another tab.
  if (hasChat(state)) return addToChat(state, session, lead);
  // A new conversation has begun meanwhile, and asks for the lead.
  if (isFromChat && lead !== null) return beginSession(withConversation(state, { lead }), now);
  const next = startConversation(state, session, lead);
  return session === null ? withConversation(next, { notice: 'anonymous-fallback' }) : next;
}

function continueAfterQueue(before: ChatState, { lead, session, hasQueuedLead }: QueuedLeadAccepted): ChatState {
  const state = settleQueued(before, hasQueuedLead ? before.leadProgress : { status: 'accepted' });
  return state.conversation.phase === 'thanks' ? thank(state, lead) : addToChat(state, session, lead);
}

/**
 * Adds the lead to the current chat. The lead's session is used only if the visitor has not written anything yet. A chat that they
 * have ended does not begin again by itself.
 */
function addToChat(state: ChatState, session: LeadSession | null, lead: LeadReference | null): ChatState {
  const { conversation } = state;
  return session !== null && conversation.phase !== 'ended' && !hasWritten(conversation)
    ? startConversation(state, session, lead)
    : withConversation(state, { lead });
}

function thank(state: ChatState, lead: LeadReference | null): ChatState {
  return withConversation(withNewSocket(state), { phase: 'thanks', session: noSession, lead });
}

/** Without a chat, only the form can show the visitor that the lead failed. */
function askAgain(state: ChatState): ChatState {
  if (state.conversation.phase !== 'thanks') return state;
  return withConversation(startOver(withNewSocket(state)), { messages: [], phase: 'asking-lead' });
}

/** What comes of a queued lead does not hide a newer one. */
function settleQueued(state: ChatState, leadProgress: LeadProgress): ChatState {
  const { status } = state.leadProgress;
  return status === 'sending' || status === 'accepted' ? state : { ...state, leadProgress };
}

function withoutOutdated(state: ChatState, key: string): ChatState {
  return { ...state, outdatedLeads: state.outdatedLeads.filter((lead) => lead.key !== key) };
}

function refused({ code, message, issues }: Refusal): LeadProgress {
  return { status: 'refused', code, message, issues };
}

/** Whether there is a chat that the lead is added to, also one that has ended meanwhile. */
function hasChat({ conversation: { phase } }: ChatState): boolean {
  return phase === 'chatting' || phase === 'ended';
}
