import type { ChatState } from './chat-state.ts';
import { type Conversation, type ConversationForm, noForm, noSession, type Phase } from './conversation.ts';
import type { Visit } from './event.ts';
import type { LeadProgress } from './lead.ts';
import { awaitLeader, withUnsent } from './reduce-tabs.ts';

/** Restores what earlier pages have stored. Without anything stored, starts with the lead form if there is one. */
export function start(state: ChatState, visit: Visit, now: number): ChatState {
  const conversation = restoreForm(restore(state.conversation, visit), visit);
  const { call, typedText = '' } = visit.stored;
  const joining: ChatState = {
    ...state,
    conversation,
    leadProgress: restoreLead(state.leadProgress, conversation, visit),
    // What was typed before start() is newer.
    typedText: state.typedText || typedText,
    call: call === undefined ? state.call : { ...state.call, followed: call, pollAt: now },
    // The other tabs already know what was about the visitor. The rest of what happened before start() concerns this tab only.
    tab: { ...withUnsent({ ...state.tab, pending: [] }, conversation), role: 'joining' },
  };
  return awaitLeader(joining, now);
}

/** Whether something of an earlier page continues: a conversation, a queued lead, or thanks for a lead. */
export function hasVisit(visit: Visit): boolean {
  return visit.stored.conversation !== undefined || visit.hasQueuedLead || thanksOf(visit) !== undefined;
}

/** The page comes back from the back/forward cache. The visitor may have typed on another page meanwhile, or sent it. */
export function comeBack(state: ChatState, { stored, hasQueuedLead }: Visit, now: number): ChatState {
  const { conversation } = state;
  const isSame = stored.conversation?.session.id === conversation.session.id;
  const lead = conversation.lead ?? (isSame ? (stored.conversation?.lead ?? null) : null);
  const { place: form, draft } = stored.form ?? { place: conversation.form, draft: conversation.draft };
  const isAccepted = lead !== null && lead !== conversation.lead;
  const progress: LeadProgress = hasQueuedLead
    ? { status: 'queued', kept: 'storage' }
    : isAccepted
      ? { status: 'accepted' }
      : state.leadProgress;
  return awaitLeader(
    {
      ...state,
      conversation: { ...conversation, lead, form, draft },
      leadProgress: progress,
      typedText: stored.typedText ?? state.typedText,
      tab: { ...state.tab, role: 'joining' },
    },
    now,
  );
}

function restore(current: Conversation, visit: Visit): Conversation {
  const { conversation: stored } = visit.stored;
  const thanks = thanksOf(visit);
  if (thanks !== undefined) return { ...current, phase: 'thanks', session: noSession, lead: thanks.lead };
  const asksForLead = stored === undefined && visit.form === 'first' && !visit.hasQueuedLead;
  const phase: Phase = asksForLead ? 'asking-lead' : 'chatting';
  if (stored === undefined) return { ...current, phase };
  const { connection, notice, draft } = current;
  return { ...stored, phase, connection, notice, draft };
}

/** What was typed before start() is newer than what is stored. */
function restoreForm(conversation: Conversation, { stored, hasQueuedLead }: Visit): Conversation {
  if (stored.form === undefined) return conversation;
  const { place, draft } = stored.form;
  const { phase, session, lead, draft: typed } = conversation;
  const isKnown = hasQueuedLead || lead !== null || !session.isAnonymous || phase === 'thanks';
  // The lead may have been accepted in another tab.
  const isOutdated = phase !== 'chatting' || (place.status === 'shown' && isKnown);
  const form: ConversationForm = isOutdated ? { ...noForm, wasShown: place.wasShown } : place;
  if (isKnown) return { ...conversation, form };
  return { ...conversation, form, draft: { ...draft, ...typed, values: { ...draft.values, ...typed.values } } };
}

function restoreLead(current: LeadProgress, { phase, lead }: Conversation, { hasQueuedLead }: Visit): LeadProgress {
  if (hasQueuedLead) return { status: 'queued', kept: 'storage' };
  return lead !== null || phase === 'thanks' ? { status: 'accepted' } : current;
}

/** A queued lead that has expired was removed, so it never reached the proxy. */
function thanksOf({ stored, form, hasQueuedLead }: Visit) {
  const { conversation, thanks } = stored;
  if (conversation !== undefined || thanks === undefined || form === 'none') return undefined;
  return thanks.isQueued && !hasQueuedLead ? undefined : thanks;
}
