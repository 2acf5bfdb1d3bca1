import { describe, expect, it } from 'vitest';
import type { ChatState } from '../../../src/core/state/chat-state.ts';
import { initialState } from '../../../src/core/state/chat-state.ts';
import { type Conversation, emptyConversation, noSession } from '../../../src/core/state/conversation.ts';
import type { StateEvent, StoredVisit } from '../../../src/core/state/event.ts';
import { applied, following, formOf, granted, leading, nothingStored, visitorMessage, written } from './table.ts';

const lead = { id: 'lead', token: 'secret' };
const shown: StateEvent = { type: 'form-shown', afterId: 'a' };
const dismissed: StateEvent = { type: 'form-dismissed' };
const edited = (phone: string): StateEvent => ({ type: 'form-edited', values: { phone } });
const submitted: StateEvent = { type: 'lead-submitted', form: 'default', wantsCall: false };
const accepted: StateEvent = { type: 'lead-accepted', lead, session: null, origin: 'form', chat: true };
const queued: StateEvent = { type: 'lead-queued', kept: 'storage', chat: true };
const refusal = { code: 'bad-request', message: 'no', issues: [] };
const renewed: StateEvent = { type: 'new-conversation-started', asksForLead: false };

describe('the form in the conversation', () => {
  it.each<[string, StateEvent[], string, object]>([
    ['is shown', [shown], 'shown', { form: { afterId: 'a', wasShown: true } }],
    [
      'stays where it is when it is asked for again',
      [shown, { ...shown, afterId: 'b' }],
      'shown',
      { form: { afterId: 'a' } },
    ],
    [
      'is put away, and keeps what was typed',
      [shown, edited('1'), dismissed],
      'hidden 1',
      { form: { wasShown: true } },
    ],
    ['comes back with what was typed', [shown, edited('1'), dismissed, shown], 'shown 1', {}],
    ['is put away only once', [dismissed], 'hidden', { form: { wasShown: false } }],
    [
      'keeps each field that was typed',
      [edited('1'), { type: 'form-edited', values: { email: '2' } }],
      'hidden 1 2',
      {},
    ],
    [
      'keeps the country of the number',
      [{ type: 'form-edited', values: { phone: '1' }, country: 'DE' }, edited('2')],
      'hidden 2',
      { draft: { country: 'DE' } },
    ],
    ['stays while the lead is sent', [shown, edited('1'), submitted], 'shown 1', { phase: 'chatting' }],
    ['becomes thanks when the lead is accepted', [shown, edited('1'), accepted], 'sent', { phase: 'chatting', lead }],
    ['becomes thanks when the lead waits', [shown, edited('1'), queued], 'sent', { phase: 'chatting', lead: null }],
    ['stays when the lead is refused', [shown, edited('1'), { ...refusal, type: 'form-refused' }], 'shown 1', {}],
    ['ends when a lead that waited is refused', [shown, queued, { ...refusal, type: 'lead-refused' }], 'hidden', {}],
    ['can be shown again after that', [shown, queued, { ...refusal, type: 'lead-refused' }, shown], 'shown', {}],
    ['is not shown where the lead is known', [accepted, dismissed, shown], 'hidden', {}],
    ['is not shown while a lead waits', [queued, shown], 'hidden', {}],
    ['is not part of a new conversation, which keeps what was typed', [shown, edited('1'), renewed], 'hidden 1', {}],
    [
      'is forgotten with the visitor',
      [shown, edited('1'), { type: 'forgotten' }],
      'hidden',
      { form: { wasShown: false } },
    ],
  ])('%s', (_, events, form, conversation) => {
    const state = applied(leading(), ...events);
    expect(formOf(state)).toBe(form);
    expect(state.conversation).toMatchObject(conversation);
  });

  it('leaves the conversation of an accepted lead as it is', () => {
    const before = applied(leading(), written('a'), shown);
    const after = applied(before, accepted);
    const { session, messages } = before.conversation;
    expect(after.conversation).toMatchObject({ session, messages, notice: null, phase: 'chatting' });
    expect(after.socket.number).toBe(before.socket.number);
  });

  it.each<[string, Partial<Conversation>]>([
    ['before the chat', { phase: 'asking-lead' }],
    ['in a session that carries a lead', { session: { ...noSession, isAnonymous: false } }],
    ['in an ended conversation', { phase: 'ended' }],
  ])('is not shown %s', (_, changes) => {
    const state = leading(changes);
    expect(applied(state, shown)).toBe(state);
  });

  it('is the same in all tabs', () => {
    const follower = applied(following(), shown, edited('1'));
    expect(formOf(follower)).toBe('shown 1');
    const received = follower.tab.pending.map((tabEvent): StateEvent => ({ type: 'tab-event-received', tabEvent }));
    const leader = applied(leading(), ...received, edited('12'));
    expect(formOf(leader)).toBe('shown 12');
    const { conversation } = leader;
    expect(formOf(applied(follower, { type: 'leader-state-received', isNew: false, conversation }))).toBe('shown 12');
  });

  it('shares what was typed while both tabs ask for the lead', () => {
    const asking = (state: ChatState): ChatState => {
      return { ...state, conversation: { ...state.conversation, phase: 'asking-lead' } };
    };
    const { conversation } = applied(asking(leading()), edited('1'));
    const receive: StateEvent = { type: 'leader-state-received', isNew: false, conversation };
    expect(formOf(applied(asking(following()), receive))).toBe('hidden 1');
    // The leader has not seen yet what was typed here.
    expect(formOf(applied(asking(following()), edited('2'), receive))).toBe('hidden 2');
  });
});

describe('a page that starts with a form of the page before', () => {
  const place = { status: 'shown', afterId: 'a', wasShown: true } as const;
  const draft = { values: { phone: '1' }, country: 'US' };
  const chatting = {
    ...emptyConversation,
    session: { id: 'webchat-session.one', target: {}, isEstablished: true, isAnonymous: true },
    messages: [visitorMessage('a', 'confirmed')],
  };

  it.each<[string, Partial<StoredVisit>, 'first' | 'later', string]>([
    ['shows it with what was typed', { conversation: chatting }, 'later', 'shown 1'],
    ['shows it before a conversation has begun', {}, 'later', 'shown 1'],
    ['keeps only what was typed where the form comes first', {}, 'first', 'hidden 1'],
    ['drops it where the lead is known', { conversation: { ...chatting, lead } }, 'later', 'hidden'],
    [
      'keeps the thanks',
      { conversation: { ...chatting, lead }, form: { place: { ...place, status: 'sent' }, draft: { values: {} } } },
      'later',
      'sent',
    ],
  ])('%s', (_, visit, formOrder, expected) => {
    const stored = { ...nothingStored, form: { place, draft }, ...visit };
    const event: StateEvent = { type: 'started', stored, formOrder, hasQueuedLead: false };
    const state = applied(initialState('tab', granted), event);
    expect(formOf(state)).toBe(expected);
    expect(state.conversation.form.wasShown).toBe(true);
  });

  it.each([['shown'], ['hidden'], ['sent']] as const)(
    'keeps a form %s beside what was typed before start()',
    (status) => {
      const typed = applied(initialState('tab', granted), edited('2'));
      const stored = { ...nothingStored, form: { place: { ...place, status }, draft } };
      const event: StateEvent = { type: 'started', stored, formOrder: 'later', hasQueuedLead: false };
      expect(applied(typed, event).conversation.form).toEqual({ ...place, status });
    },
  );

  it.each([
    ['before a conversation', undefined],
    ['in a conversation', chatting],
  ])('prefers what was typed on this page %s', (_, conversation) => {
    const typed = applied(initialState('tab', granted), edited('2'));
    const stored = { ...nothingStored, form: { place, draft }, conversation };
    expect(formOf(applied(typed, { type: 'started', stored, formOrder: 'later', hasQueuedLead: false }))).toBe(
      'shown 2',
    );
  });
});

describe('a page that comes back from the back/forward cache', () => {
  const left = () => applied(leading(), shown, edited('1'), { type: 'page-left' });
  const { session } = leading().conversation;
  const stored = (visit: Partial<StoredVisit>): StateEvent => {
    return { type: 'page-returned', stored: { ...nothingStored, ...visit }, formOrder: 'later', hasQueuedLead: false };
  };
  const sent = { place: { status: 'sent', afterId: 'a', wasShown: true }, draft: { values: {} } } as const;

  it.each<[string, Partial<StoredVisit>, string, string]>([
    ['keeps its form if nothing is stored', {}, 'shown 1', 'none'],
    [
      'has what was typed on another page',
      { form: { place: { ...sent.place, status: 'shown' }, draft: { values: { phone: '12' } } } },
      'shown 12',
      'none',
    ],
    [
      'has the lead that another page has left',
      { form: sent, conversation: { ...emptyConversation, session, lead } },
      'sent',
      'accepted',
    ],
    [
      'has the lead of the conversation that another page has begun, in which the form is not shown',
      { conversation: { ...emptyConversation, session: { ...session, id: 'webchat-session.two' }, lead } },
      'hidden 1',
      'accepted',
    ],
  ])('%s', (_, visit, form, status) => {
    const state = applied(left(), stored(visit));
    expect(formOf(state)).toBe(form);
    expect(state.leadProgress.status).toBe(status);
  });

  it('continues the conversation that another page has begun', () => {
    const conversation = {
      ...emptyConversation,
      session: { ...session, id: 'webchat-session.two' },
      messages: [visitorMessage('b', 'confirmed')],
      unread: 1,
    };
    const state = applied(left(), written('a'), stored({ conversation }));
    expect(state.conversation).toMatchObject({ ...conversation, phase: 'chatting' });
    expect(state).toMatchObject({
      leadProgress: { status: 'none' },
      previous: null,
      tab: { role: 'joining', pending: [] },
    });
    expect(state.socket.isAnnounced).toBe(false);
  });

  it('knows whether a lead that it has queued still waits', () => {
    const queuedHere: StateEvent = { type: 'lead-queued', kept: 'memory', chat: true };
    const waiting = (hasQueuedLead: boolean) =>
      applied(
        leading(),
        queuedHere,
        { type: 'page-left' },
        {
          type: 'page-returned',
          stored: nothingStored,
          formOrder: 'later',
          hasQueuedLead,
        },
      ).leadProgress;
    expect(waiting(true)).toEqual({ status: 'queued', kept: 'memory' });
    expect(waiting(false)).toEqual({ status: 'none' });
  });

  it('does not ask for a lead that waits', () => {
    const state = applied(left(), {
      type: 'page-returned',
      stored: { ...nothingStored, form: sent },
      formOrder: 'later',
      hasQueuedLead: true,
    });
    expect(applied(state, shown).conversation.form.status).toBe('sent');
  });
});
