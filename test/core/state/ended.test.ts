import { describe, expect, it } from 'vitest';
import type { ChatState } from '../../../src/core/state/chat-state.ts';
import type { FormLeadAccepted, StateEvent } from '../../../src/core/state/event.ts';
import { applied, following, leading, shown, visitorMessage, written } from './table.ts';

const lead = { id: 'lead', token: 'secret' };
const session = { id: 'webchat-session.lead', target: {} };
const ended: StateEvent = { type: 'conversation-ended' };
const accepted = (changes: Partial<FormLeadAccepted> = {}): StateEvent => {
  return { type: 'lead-accepted', lead, session: null, origin: 'form', chat: true, ...changes };
};

/** The leading tab, in whose chat the visitor has been answered. */
function chatting(): ChatState {
  return leading({
    messages: [visitorMessage('hi', 'confirmed'), { id: 'b', from: 'agent', text: 'hello', at: 0 }],
    outbox: [visitorMessage('sending', 'sent'), visitorMessage('waiting')],
  });
}

/** What another tab does that does not know yet what this one has done. */
function fromOtherTab(event: StateEvent): StateEvent {
  const { pending } = applied(following({ messages: chatting().conversation.messages }), event).tab;
  const [tabEvent] = pending;
  if (tabEvent === undefined) throw new Error('nothing was posted');
  return { type: 'tab-event-received', tabEvent };
}

describe('a conversation that the visitor has ended', () => {
  // Cause: what was underway began a chat, as it does where another tab asks for the lead.
  it.each<[string, StateEvent]>([
    ['a lead of its form is accepted', accepted({ isFromChat: true })],
    ['a lead is accepted with a session', accepted({ session })],
    ['a lead of its form has to wait', { type: 'lead-queued', kept: 'storage', chat: true }],
    ['a waiting lead is accepted', { type: 'lead-accepted', lead, session, origin: 'queue', hasQueuedLead: false }],
    [
      'a message comes that was written in it in another tab',
      fromOtherTab({ ...written('late', 'webchat-session.one'), isFromChat: true }),
    ],
  ])('stays ended when %s', (_, event) => {
    const before = applied(chatting(), ended);
    const { conversation, socket } = applied(before, event);
    expect(conversation).toMatchObject({ phase: 'ended', session: { id: null } });
    expect(socket.sessionRequest).toBeNull();
    expect(shown({ ...before, conversation })).toContain('hi:confirmed hello sending:sent waiting:not-delivered');
    if (event.type === 'lead-accepted') expect(conversation.lead).toEqual(lead);
    if (event.type === 'tab-event-received') expect(shown({ ...before, conversation })).toContain('late:not-delivered');
  });

  // Cause: its end confirmed what nobody had answered.
  it('says of what was sent and not answered that it was sent, whatever follows', () => {
    const outbox = [
      visitorMessage('sending', 'sent'),
      visitorMessage('waiting'),
      visitorMessage('answered', 'confirmed'),
    ];
    const over = applied(leading({ messages: [visitorMessage('hi', 'confirmed')], outbox }), ended);
    expect(over.conversation.outbox).toEqual([]);
    expect(shown(over)).toBe('hi:confirmed sending:sent waiting:not-delivered answered:confirmed');
    const next = applied(over, { type: 'new-conversation-started', asksForLead: false });
    expect(shown(next)).toBe('');
    expect(shown(applied(over, { type: 'message-retried', id: 'sending' }))).toBe(shown(over));
  });

  it('without a message stays ended when its waiting lead is accepted', () => {
    const event: StateEvent = { type: 'lead-accepted', lead, session, origin: 'queue', hasQueuedLead: false };
    expect(applied(leading(), ended, event).conversation).toMatchObject({ phase: 'ended', lead });
  });

  // Cause: the messages of the ended conversation, and the question about it, stayed in the new one.
  it.each<[string, StateEvent, string]>([
    ['the visitor retries a message', { type: 'message-retried', id: 'waiting' }, 'waiting:queued'],
    [
      'a message comes from a tab that had no session yet',
      { ...written('late'), isFromChat: true },
      'waiting:not-delivered late:queued',
    ],
  ])('is not a part of the one that begins when %s', (_, event, expected) => {
    const next = applied(chatting(), { ...ended, ratingKey: 'k' }, event);
    expect(next.conversation).toMatchObject({ phase: 'chatting', rating: null, owner: null });
    expect(shown(next)).toBe(expected);
    expect(next.previous).toBeNull();
  });

  // Cause: the second end, which ended nothing, took the way back from both tabs.
  it('can be returned to although another tab has ended it at the same time', () => {
    const before = chatting();
    const both = applied(before, ended, fromOtherTab(ended));
    expect(both.previous).toBe(before.conversation);
  });
});
