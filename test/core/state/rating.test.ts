import { describe, expect, it } from 'vitest';
import { initialState, withConversation } from '../../../src/core/state/chat-state.ts';
import type { Conversation } from '../../../src/core/state/conversation.ts';
import type { SharedEvent, SocketEvent } from '../../../src/core/state/event.ts';
import { createReduce } from '../../../src/core/state/reduce.ts';
import { canRate } from '../../../src/core/state/reduce-rating.ts';
import { granted } from './table.ts';

const reduce = createReduce();
const at = Date.UTC(2026, 0, 1);
/** `v`: a message of the visitor, `a`: of the agent. */
const said = (who: string): Conversation['messages'] =>
  [...who].map((letter, index) => ({
    ...{ id: `${index}`, text: letter, at },
    from: letter === 'v' ? ('visitor' as const) : ('agent' as const),
    ...(letter === 'v' && { delivery: 'sent' as const }),
  }));
const chat = (who: string, more: Partial<Conversation> = {}) =>
  withConversation(initialState('tab', granted), {
    phase: 'chatting',
    session: { id: 'session', target: {}, isEstablished: true, isAnonymous: true },
    messages: said(who),
    ...more,
  });
const then = (state: ReturnType<typeof chat>, ...events: SharedEvent[]) =>
  events.reduce((current, event) => reduce(current, event, at), state);
const asked: SharedEvent = { type: 'rating-asked', key: 'k' };
const answered: SharedEvent = { type: 'rating-answered', key: 'k' };
const renewed = (ratingKey?: string): SharedEvent => ({
  type: 'new-conversation-started',
  asksForLead: false,
  ...(ratingKey !== undefined && { ratingKey }),
});

describe('the question how a conversation was', () => {
  it.each([
    ['avava', true],
    ['ava', false],
    // The greeting is no answer, and two messages in a row are one.
    ['aavaa', false],
    ['vava', true],
    ['', false],
  ])('can be asked after %j: %j', (who, expected) => {
    expect(canRate(chat(who).conversation)).toBe(expected);
    expect(then(chat(who), asked).conversation.rating !== null).toBe(expected);
  });

  it('is asked once per conversation, whatever the visitor answers', () => {
    const once = then(chat('avava'), asked);
    expect(once.conversation.rating).toEqual({ key: 'k', status: 'asked', isAboutPrevious: false });
    expect(then(once, { type: 'rating-asked', key: 'other' }).conversation.rating?.key).toBe('k');
    const done = then(once, answered);
    expect([done.conversation.rating?.status, canRate(done.conversation)]).toEqual(['done', false]);
    expect(then(done, asked)).toBe(done);
  });

  // Cause: an answer named no question, so it answered the one that another tab had just asked in its place.
  it('is not answered by an answer to another one', () => {
    const next = then(chat('avava'), renewed('other'));
    expect(then(next, answered).conversation.rating).toMatchObject({ key: 'other', status: 'asked' });
    expect(then(chat('avava'), answered).conversation.rating).toBeNull();
  });

  it('is answered by a tab of an earlier build, which does not say which one it answers', () => {
    const done = then(chat('avava'), asked, { type: 'rating-answered' });
    expect(done.conversation.rating).toMatchObject({ key: 'k', status: 'done' });
    const unasked = chat('avava');
    expect(then(unasked, { type: 'rating-answered' }).conversation.rating).toBeNull();
  });

  it('is about the conversation before in a new one, which can be rated itself', () => {
    const next = then(chat('avava'), renewed('k'));
    expect(next.conversation.rating).toEqual({ key: 'k', status: 'asked', isAboutPrevious: true });
    const ready = withConversation(next, { phase: 'chatting', messages: said('avava') });
    expect(canRate(ready.conversation)).toBe(true);
    expect(then(ready, answered).conversation.rating).toBeNull();
    // Who leaves it alone is not asked again about the same conversation.
    expect(then(ready, renewed()).conversation.rating).toBeNull();
  });

  it('is asked at the end of a conversation, beside what was said, and not again after a way back', () => {
    const before = chat('avava');
    const ended = then(before, { type: 'conversation-ended', ratingKey: 'k' });
    const question = { key: 'k', status: 'asked', isAboutPrevious: false };
    expect(ended.conversation).toMatchObject({ phase: 'ended', session: { id: null }, rating: question });
    expect(ended.conversation.messages).toHaveLength(5);
    expect(ended.previous).toBe(before.conversation);
    const done = then(ended, answered);
    expect([done.conversation.rating?.status, done.previous]).toEqual(['done', before.conversation]);
    for (const left of [ended, done]) {
      const back = then(left, { type: 'new-conversation-undone', conversation: before.conversation });
      expect(back.conversation).toMatchObject({ phase: 'chatting', rating: { ...question, status: 'done' } });
      expect(canRate(back.conversation)).toBe(false);
    }
    // Who leaves it alone is not asked again in the next one.
    expect(then(ended, renewed()).conversation.rating).toBeNull();
  });

  it.each([
    ['none after too few answers', 'ava', null],
    ['one that was put away stays so', 'avava', 'done'],
  ] as const)('at the end of a conversation: %s', (_, who, status) => {
    const before = status === 'done' ? then(chat(who), asked, answered) : chat(who);
    expect(then(before, { type: 'conversation-ended' }).conversation.rating?.status ?? null).toBe(status);
  });

  it('was asked about a conversation that the visitor returns to', () => {
    const before = chat('avava');
    const next = then(before, renewed('k'));
    const back = then(next, { type: 'new-conversation-undone', conversation: before.conversation });
    expect(back.conversation.rating).toEqual({ key: 'k', status: 'done', isAboutPrevious: false });
    const undone = then(then(before, asked), { type: 'new-conversation-undone', conversation: before.conversation });
    expect(undone.conversation.rating).toBeNull();
  });

  // Cause: only the messages went with a session that the service had lost.
  it.each<[string, SocketEvent]>([
    ['another session', { type: 'frames-received', frames: [{ type: 'session', id: 's', session_id: 'other' }] }],
    [
      'no session',
      {
        type: 'socket-dropped',
        disconnect: { wasOpen: true, isDelivered: false, isRefused: true, isAborted: false },
      },
    ],
  ])('ends with the conversation when the service has %s', (_, event) => {
    const replaced = reduce(then(chat('avava'), asked, answered), event, at);
    expect(replaced.conversation).toMatchObject({ notice: 'session-replaced', rating: null });
    const later = withConversation(replaced, { messages: said('avavava') });
    expect(canRate(later.conversation)).toBe(true);
    // The one before has not changed.
    const { session } = chat('').conversation;
    const next = withConversation(then(chat('avava'), renewed('k')), { session });
    expect(reduce(next, event, at).conversation.rating).toEqual({ key: 'k', status: 'asked', isAboutPrevious: true });
  });

  it('ends with the visitor’s data', () => {
    expect(then(chat('avava'), asked, { type: 'forgotten' }).conversation.rating).toBeNull();
  });
});
