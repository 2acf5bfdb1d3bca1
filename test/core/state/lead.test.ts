import { describe, expect, it } from 'vitest';
import type { ChatState } from '../../../src/core/state/chat-state.ts';
import { initialState } from '../../../src/core/state/chat-state.ts';
import { emptyConversation } from '../../../src/core/state/conversation.ts';
import type { FormLeadAccepted, StateEvent, StoredVisit } from '../../../src/core/state/event.ts';
import type { LeadState } from '../../../src/core/state/lead.ts';
import { applied, granted, leading, nothingStored, now, shownLead, visitorMessage, written } from './table.ts';

const lead = { id: 'lead', token: 'secret' };
const session = { id: 'webchat-session.lead', target: {} };
const refusal = { code: 'bad-request', message: 'no', issues: [] };
const consent = { text: 'May we call?', version: 'v2', required: true };

/** The leading tab with the lead's form. */
function asking(): ChatState {
  const state = initialState('tab', granted);
  return applied(
    state,
    { type: 'started', stored: nothingStored, formOrder: 'first', hasQueuedLead: false },
    { type: 'became-leader' },
  );
}

const accepted = (changes: Partial<FormLeadAccepted> = {}): StateEvent => {
  return { type: 'lead-accepted', lead, session, origin: 'form', chat: true, ...changes };
};
const acceptedLater = (hasQueuedLead = false): StateEvent => {
  return { type: 'lead-accepted', lead, session, origin: 'queue', hasQueuedLead };
};
const queued = (chat: boolean): StateEvent => ({ type: 'lead-queued', kept: 'storage', chat });

describe('a lead', () => {
  it.each<[string, StateEvent[], LeadState, object]>([
    [
      'is sent',
      [{ type: 'lead-submitted', form: 'default', wantsCall: false }],
      { status: 'sending' },
      { phase: 'asking-lead' },
    ],
    [
      'begins a chat in its session',
      [accepted()],
      { status: 'accepted', lead: 'lead' },
      { phase: 'chatting', lead, session: { id: session.id, isAnonymous: false, isEstablished: false }, notice: null },
    ],
    [
      'begins an anonymous chat without a session',
      [accepted({ session: null })],
      { status: 'accepted', lead: 'lead' },
      { phase: 'chatting', lead, session: { id: null, isAnonymous: true }, notice: 'anonymous-fallback' },
    ],
    [
      'is thanked for where no chat follows',
      [accepted({ session: null, chat: false })],
      { status: 'accepted', lead: 'lead' },
      { phase: 'thanks', lead, notice: null },
    ],
    [
      'joins the chat of a visitor who has skipped the form and written',
      [{ type: 'form-skipped' }, written('a'), accepted()],
      { status: 'accepted', lead: 'lead' },
      { phase: 'chatting', lead, session: { id: null } },
    ],
    [
      'that waits lets the visitor chat',
      [queued(true)],
      { status: 'queued', kept: 'storage' },
      { phase: 'chatting', lead: null },
    ],
    ['that waits is thanked for', [queued(false)], { status: 'queued', kept: 'storage' }, { phase: 'thanks' }],
    [
      'that has waited brings its session, if nothing was written',
      [queued(true), acceptedLater()],
      { status: 'accepted', lead: 'lead' },
      { phase: 'chatting', session: { id: session.id } },
    ],
    [
      'that has waited does not hide one that still waits',
      [queued(true), queued(true), acceptedLater(true)],
      { status: 'queued', kept: 'storage' },
      { phase: 'chatting', lead },
    ],
    [
      'that has waited is still thanked for',
      [queued(false), acceptedLater()],
      { status: 'accepted', lead: 'lead' },
      { phase: 'thanks', lead },
    ],
    [
      'is refused at its form',
      [{ type: 'form-refused', ...refusal }],
      { status: 'refused', ...refusal },
      { phase: 'asking-lead' },
    ],
    [
      'that has waited and is refused shows the form again where no chat follows',
      [queued(false), { type: 'lead-refused', ...refusal }],
      { status: 'refused', ...refusal },
      { phase: 'asking-lead' },
    ],
    [
      'that has waited and is refused leaves the chat alone',
      [queued(true), { type: 'lead-refused', ...refusal }],
      { status: 'refused', ...refusal },
      { phase: 'chatting' },
    ],
    [
      'needs the answer to a changed consent',
      [
        queued(true),
        { type: 'consent-outdated', lead: { key: 'k', form: 'default' } },
        { type: 'consent-loaded', key: 'k', consent },
      ],
      { status: 'consent-changed', consent },
      { phase: 'chatting' },
    ],
    [
      'waits again once the visitor has agreed',
      [
        { type: 'consent-outdated', lead: { key: 'k', form: 'default' } },
        { type: 'consent-loaded', key: 'k', consent },
        { type: 'consent-answered', key: 'k', kept: 'storage' },
      ],
      { status: 'queued', kept: 'storage' },
      {},
    ],
    [
      'is gone when the visitor does not agree, and the form comes back where no chat follows',
      [
        queued(false),
        { type: 'consent-outdated', lead: { key: 'k', form: 'default' } },
        { type: 'lead-dropped', key: 'k' },
      ],
      { status: 'none' },
      { phase: 'asking-lead' },
    ],
    [
      'is forgotten with the visitor',
      [accepted(), { type: 'forgotten' }],
      { status: 'none' },
      { phase: 'ended', lead: null },
    ],
  ])('%s', (_, events, state, conversation) => {
    const next = applied(asking(), ...events);
    expect(shownLead(next)).toEqual(state);
    expect(next.conversation).toMatchObject(conversation);
  });

  // Cause: the lead of a chat asks for no session, which looked like one that could not be opened.
  it('that was left in a chat opens the session of the conversation that began meanwhile', () => {
    const sent = accepted({ session: null, isFromChat: true });
    const renewed = applied(leading(), { type: 'new-conversation-started', asksForLead: true }, sent);
    expect(renewed).toMatchObject({
      conversation: { phase: 'chatting', lead, session: { id: null }, notice: null },
      socket: { sessionRequest: { lead, timeoutAt: now + 12_000 } },
    });
    const chatting = applied(leading(), sent);
    expect(chatting.socket.sessionRequest).toBeNull();
    expect(chatting.conversation).toMatchObject({ lead, session: { id: 'webchat-session.one' } });
  });

  // Cause: the question about another lead took the place of the state `sending`, and was lost with the outcome.
  it('is sent although an older one needs an answer, which is asked for afterwards', () => {
    const submitted: StateEvent = { type: 'lead-submitted', form: 'default', wantsCall: false };
    const outdated: StateEvent = { type: 'consent-outdated', lead: { key: 'k', form: 'default' } };
    const loaded: StateEvent = { type: 'consent-loaded', key: 'k', consent };
    const sending = applied(asking(), outdated, submitted, loaded);
    expect(shownLead(sending)).toEqual({ status: 'sending' });
    const sent = applied(sending, accepted());
    expect(shownLead(sent)).toEqual({ status: 'consent-changed', consent });
    for (const event of [
      { type: 'consent-answered', key: 'k', kept: 'storage' },
      { type: 'consent-answered', key: 'k', kept: null },
      { type: 'lead-dropped', key: 'k' },
      { type: 'lead-refused', ...refusal },
    ] satisfies StateEvent[]) {
      expect(applied(sending, event).leadProgress).toEqual({ status: 'sending' });
      expect(applied(sent, event).leadProgress).toEqual({ status: 'accepted' });
    }
    expect(applied(sending, acceptedLater()).leadProgress).toEqual({ status: 'sending' });
  });

  it('asks about one changed consent at a time', () => {
    const outdated = (key: string): StateEvent => ({ type: 'consent-outdated', lead: { key, form: 'default' } });
    const state = applied(leading(), outdated('a'), outdated('b'));
    expect(shownLead(applied(state, { type: 'consent-loaded', key: 'b', consent }))).toEqual({ status: 'none' });
    const answered = applied(state, { type: 'consent-answered', key: 'a', kept: null });
    expect(answered.outdatedLeads).toEqual([{ key: 'b', form: 'default' }]);
    expect(shownLead(applied(answered, { type: 'consent-loaded', key: 'b', consent }))).toMatchObject({
      status: 'consent-changed',
    });
  });
});

describe('the first state of a page', () => {
  const stored = {
    ...emptyConversation,
    session: { id: 'webchat-session.one', target: {}, isEstablished: true, isAnonymous: false },
    messages: [visitorMessage('a', 'confirmed')],
  };

  it.each<[string, Partial<StoredVisit>, { formOrder?: 'none' | 'first' | 'later'; hasQueuedLead?: boolean }, object]>([
    ['chats without a form', {}, {}, { conversation: { phase: 'chatting' }, leadProgress: { status: 'none' } }],
    ['asks for the lead', {}, { formOrder: 'first' }, { conversation: { phase: 'asking-lead' } }],
    [
      'resumes what is stored',
      { conversation: { ...stored, lead } },
      { formOrder: 'first' },
      {
        conversation: { phase: 'chatting', session: { id: 'webchat-session.one' } },
        leadProgress: { status: 'accepted' },
      },
    ],
    [
      'does not ask again while a lead waits',
      {},
      { formOrder: 'first', hasQueuedLead: true },
      { conversation: { phase: 'chatting' }, leadProgress: { status: 'queued', kept: 'storage' } },
    ],
    [
      'still thanks for the lead',
      { thanks: { lead, isQueued: false } },
      { formOrder: 'first' },
      { conversation: { phase: 'thanks', lead }, leadProgress: { status: 'accepted' } },
    ],
    [
      'still thanks for a lead without a proxy',
      { thanks: { lead: null, isQueued: false } },
      { formOrder: 'first' },
      { conversation: { phase: 'thanks' }, leadProgress: { status: 'accepted' } },
    ],
    [
      'asks again when the lead that it thanked for has expired in the browser',
      { thanks: { lead: null, isQueued: true } },
      { formOrder: 'first' },
      { conversation: { phase: 'asking-lead' }, leadProgress: { status: 'none' } },
    ],
    [
      'follows a call',
      { call: { id: 'call', token: 'secret' } },
      { formOrder: 'first' },
      { call: { followed: { id: 'call' }, progress: { status: 'none' }, pollAt: now } },
    ],
  ])('%s', (_, visit, { formOrder = 'none', hasQueuedLead = false }, state) => {
    const event: StateEvent = { type: 'started', stored: { ...nothingStored, ...visit }, formOrder, hasQueuedLead };
    expect(applied(initialState('tab', granted), event)).toMatchObject(state);
  });
});
