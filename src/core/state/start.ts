import { type Call, noCall } from './call.ts';
import { type ChatState, isOpenHere, type Tab, withSocket } from './chat-state.ts';
import {
  type Conversation,
  emptyConversation,
  type FormPlacement,
  hasWritten,
  noForm,
  noSession,
  type Phase,
} from './conversation.ts';
import type { PageStart, TabEvent } from './event.ts';
import { type LeadProgress, noLead } from './lead.ts';
import { beginSession, withNewSocket } from './reduce-session.ts';
import { awaitLeader, withUnsent } from './reduce-tabs.ts';

/** Restores what earlier pages have stored. Without anything stored, starts with the lead form if there is one. */
export function start(state: ChatState, pageStart: PageStart, now: number): ChatState {
  // What was typed before start() is newer.
  const typedText = state.typedText || (pageStart.stored.typedText ?? '');
  // Nothing is pending: what was about the visitor was posted, and the rest of what happened before start() concerns this tab only.
  return join({ ...state, typedText }, restore(state.conversation, pageStart), pageStart, [], now);
}

/**
 * The page comes back from the back/forward cache. What other pages have stored meanwhile takes the place of the conversation, as
 * on a new page: the visitor may have gone on with it there, or begun another one. Otherwise it continues as it was left.
 */
export function comeBack(state: ChatState, pageStart: PageStart, now: number): ChatState {
  const { conversation: left, tab } = state;
  const { form, typedText = state.typedText } = pageStart.stored;
  const current = form === undefined ? left : { ...left, form: form.place, draft: form.draft };
  const { connection, notice, draft } = current;
  const isContinued = continuesConversation(pageStart);
  const conversation = isContinued ? restore({ ...emptyConversation, connection, notice, draft }, pageStart) : current;
  const returned: ChatState = { ...state, typedText };
  const pending = isContinued ? [] : tab.pending;
  if (conversation.session.id === left.session.id) return join(returned, conversation, pageStart, pending, now);
  const other = withSocket({ ...returned, leadProgress: noLead, previous: null }, { isAnnounced: false });
  return join(other, conversation, pageStart, pending, now);
}

/**
 * Whether what earlier pages have stored takes the place of this conversation, which has begun before the visitor agreed to storing:
 * nothing of theirs is in it. The leading tab decides.
 */
export function givesWayTo({ conversation, tab }: ChatState, pageStart: PageStart): boolean {
  const { phase, draft } = conversation;
  const hasBegun = hasWritten(conversation) || Object.keys(draft.values).length > 0;
  if (tab.role !== 'leader' || hasBegun) return false;
  if (continuesConversation(pageStart)) return phase === 'asking-lead' || phase === 'chatting';
  return phase === 'asking-lead' && asksForLead(pageStart) && pageStart.stored.form !== undefined;
}

/** Goes on with what earlier pages have stored, in place of the conversation of this page. */
export function resumeEarlier(state: ChatState, pageStart: PageStart, now: number): ChatState {
  const { connection, notice, draft, appliedEvents, visitors } = state.conversation;
  const current = { ...emptyConversation, connection, notice, draft, appliedEvents, visitors };
  const conversation = restore(current, pageStart);
  // What was typed on this page is newer.
  const typedText = state.typedText || (pageStart.stored.typedText ?? '');
  const resumed = takeUp({ ...state, typedText }, conversation, pageStart, now);
  const next = withSocket(withNewSocket(resumed), { isAnnounced: false });
  return conversation.session.id === null && conversation.phase === 'chatting' ? beginSession(next, now) : next;
}

/** Whether something of an earlier page continues: a conversation, a queued lead, or thanks for a lead. */
export function continuesEarlierPage(pageStart: PageStart): boolean {
  return continuesConversation(pageStart) || pageStart.hasQueuedLead;
}

/** The page takes part in the conversation. `pending`: what happened here and other tabs may not know. */
function join(
  state: ChatState,
  conversation: Conversation,
  pageStart: PageStart,
  pending: readonly TabEvent[],
  now: number,
): ChatState {
  const tab: Tab = { ...withUnsent({ ...state.tab, pending }, conversation), role: 'joining' };
  return awaitLeader({ ...takeUp(state, conversation, pageStart, now), tab }, now);
}

/** The conversation, with what earlier pages have stored of its lead and call. */
function takeUp(state: ChatState, conversation: Conversation, pageStart: PageStart, now: number): ChatState {
  return {
    ...state,
    conversation: isOpenHere(state) ? { ...conversation, unread: 0 } : conversation,
    leadProgress: restoreLead(state.leadProgress, conversation, pageStart),
    call: restoreCall(state.call, pageStart, now),
  };
}

function restore(current: Conversation, pageStart: PageStart): Conversation {
  const thanks = thanksOf(pageStart);
  if (thanks !== undefined) {
    return restoreForm({ ...current, phase: 'thanks', session: noSession, lead: thanks.lead }, pageStart);
  }
  const phase: Phase = asksForLead(pageStart) ? 'asking-lead' : 'chatting';
  const { connection, notice, draft } = current;
  const { conversation: stored } = pageStart.stored;
  const conversation = stored === undefined ? current : { ...stored, connection, notice, draft };
  return restoreForm({ ...conversation, phase }, pageStart);
}

/** Whether a page begins with the form, unless it thanks for a lead. */
function asksForLead({ stored, formOrder, hasQueuedLead }: PageStart): boolean {
  return stored.conversation === undefined && formOrder === 'first' && !hasQueuedLead;
}

/** What was typed before start() is newer than what is stored. */
function restoreForm(conversation: Conversation, { stored, hasQueuedLead }: PageStart): Conversation {
  if (stored.form === undefined) return conversation;
  const { place, draft } = stored.form;
  const { phase, session, lead, draft: typed } = conversation;
  const isKnown = hasQueuedLead || lead !== null || !session.isAnonymous || phase === 'thanks';
  // The lead may have been accepted in another tab.
  const isOutdated = phase !== 'chatting' || (place.status === 'shown' && isKnown);
  const form: FormPlacement = isOutdated ? { ...noForm, wasShown: place.wasShown } : place;
  if (isKnown) return { ...conversation, form };
  return { ...conversation, form, draft: { ...draft, ...typed, values: { ...draft.values, ...typed.values } } };
}

function restoreLead(current: LeadProgress, { phase, lead }: Conversation, { hasQueuedLead }: PageStart): LeadProgress {
  const isQueued = current.status === 'queued';
  if (hasQueuedLead) return isQueued ? current : { status: 'queued', kept: 'storage' };
  if (lead !== null || phase === 'thanks') return { status: 'accepted' };
  // Another page has sent it, and it was refused, or it has expired.
  return isQueued ? noLead : current;
}

function restoreCall(current: Call, { stored: { call } }: PageStart, now: number): Call {
  return call === undefined || call.id === current.followed?.id ? current : { ...noCall, followed: call, pollAt: now };
}

/** Whether a conversation, or thanks for a lead, continues. */
export function continuesConversation(pageStart: PageStart): boolean {
  return pageStart.stored.conversation !== undefined || thanksOf(pageStart) !== undefined;
}

/** A queued lead that has expired was removed, so it never reached the proxy. */
function thanksOf({ stored, formOrder, hasQueuedLead }: PageStart) {
  const { conversation, thanks } = stored;
  if (conversation !== undefined || thanks === undefined || formOrder === 'none') return undefined;
  return thanks.isQueued && !hasQueuedLead ? undefined : thanks;
}
