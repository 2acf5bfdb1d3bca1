import { describe, expect, it } from 'vitest';
import type { Disconnect } from '../../../src/core/connection/connection.ts';
import type { ChatState } from '../../../src/core/state/chat-state.ts';
import type { StateEvent } from '../../../src/core/state/event.ts';
import { applied, appliedAt, frame, leading, now, shown, started, visitorMessage, written } from './table.ts';

const dropped = (changes: Partial<Disconnect> = {}): StateEvent => ({
  type: 'socket-dropped',
  disconnect: { wasOpen: true, isDelivered: false, isRefused: false, isAborted: false, ...changes },
});
const sentMessage = (id: string) => ({ ...visitorMessage(id, 'sent'), sendCount: 1 });
const sent = (id: string): StateEvent => ({ type: 'message-sent', id });

describe('the messages of a conversation', () => {
  it.each<[string, StateEvent[], string]>([
    ['wait for the socket', [written('a')], 'a:queued'],
    ['are sent', [written('a'), sent('a')], 'a:sent'],
    ['are confirmed by an answer', [written('a'), sent('a'), frame('hi')], 'a:confirmed hi'],
    [
      'are confirmed by a frame of an unknown type',
      [written('a'), sent('a'), { type: 'unknown-frame-received' }],
      'a:confirmed',
    ],
    ['are not confirmed by an answer that came before them', [frame('hi'), written('a')], 'hi a:queued'],
    [
      'are confirmed when their socket closed cleanly',
      [written('a'), sent('a'), dropped({ isDelivered: true })],
      'a:confirmed',
    ],
    ['are queued again when their socket is lost', [written('a'), sent('a'), dropped()], 'a:queued'],
    [
      'are not delivered when their socket is lost twice',
      [written('a'), sent('a'), dropped(), sent('a'), dropped()],
      'a:not-delivered',
    ],
    [
      'are not delivered when they cannot be encoded, and those behind them are sent',
      [written('a'), written('b'), { type: 'message-failed', id: 'a' }, sent('b')],
      'a:not-delivered b:sent',
    ],
    ['appear once', [written('a'), written('a')], 'a:queued'],
    ['are not sent in another conversation', [written('a', 'webchat-session.other')], 'a:not-delivered'],
    [
      'can be sent again by a click',
      [written('a', 'webchat-session.other'), { type: 'message-retried', id: 'a' }],
      'a:queued',
    ],
    [
      'become the latest when they are sent again',
      [written('a', 'webchat-session.other'), written('b'), { type: 'message-retried', id: 'a' }],
      'b:queued a:queued',
    ],
    ['are left alone by a second click', [written('a'), { type: 'message-retried', id: 'a' }], 'a:queued'],
    [
      'do not come along to a new conversation',
      [written('a'), { type: 'new-conversation-started', asksForLead: false }],
      '',
    ],
    ['are gone when the visitor is forgotten', [written('a'), { type: 'forgotten' }], ''],
    [
      'that were not sent stay when the service replaces the session',
      [written('a'), sent('a'), written('b'), dropped({ isRefused: true })],
      'a:not-delivered b:not-delivered',
    ],
  ])('%s', (_, events, messages) => {
    expect(shown(applied(leading(), ...events))).toBe(messages);
  });

  it('wait until the handshake is over, and earlier ones of the history confirm nothing', () => {
    const messages = [{ id: 'old', from: 'agent' as const, text: 'old', at: 0 }];
    const opened = applied(leading({ messages, outbox: [sentMessage('a')] }), { type: 'socket-opened' });
    expect(opened.socket.handshake).toEqual({ status: 'running', openedAt: now, readyAt: now + 2_000 });
    const replaying = applied(opened, frame('missed'));
    expect(replaying.socket.handshake).toEqual({ status: 'running', openedAt: now, readyAt: now + 50 });
    expect(shown(replaying)).toBe('old missed a:sent');
    expect(shown(applied(replaying, frame('old'), frame('new')))).toBe('missed old a:confirmed new');
  });

  it('of an earlier page are sent again after 10 s without an answer', () => {
    const opened = applied(leading({ outbox: [sentMessage('a')] }), { type: 'socket-opened' });
    const ready = appliedAt(opened, now + 2_000, { type: 'time-passed', deadline: now + 2_000 });
    expect(ready.socket.handshake).toEqual({ status: 'ready', resendAt: now + 12_000 });
    expect(ready.conversation.awaitingUntil).toBe(now + 62_000);
    expect(shown(appliedAt(ready, now + 12_000, { type: 'time-passed', deadline: now + 12_000 }))).toBe('a:queued');
    expect(applied(ready, frame('answer')).socket.handshake).toEqual({ status: 'ready', resendAt: null });
  });

  // Cause: whatever settled a message settled every message that was sent, over whichever socket.
  describe('of an earlier page', () => {
    const connected = (state: ChatState, time = now) => {
      const opened = appliedAt(state, time, { type: 'socket-opened' });
      return appliedAt(opened, time + 2_000, { type: 'time-passed', deadline: time + 2_000 });
    };
    const resumed = () => connected(leading({ outbox: [sentMessage('a')] }));

    it.each<[string, StateEvent[], string]>([
      ['are not confirmed by a frame of an unknown type', [{ type: 'unknown-frame-received' }], 'a:sent b:confirmed'],
      ['are not confirmed when another socket closes cleanly', [dropped({ isDelivered: true })], 'a:sent b:confirmed'],
      ['are not queued again when another socket is lost', [dropped()], 'a:sent b:queued'],
      ['are not queued again when a handshake fails', [dropped(), dropped({ wasOpen: false })], 'a:sent b:queued'],
      ['are confirmed by an answer', [frame('hi')], 'a:confirmed b:confirmed hi'],
      [
        'can be sent again by a click once they belong to no conversation any more',
        [
          { type: 'frames-received', frames: [{ type: 'session', id: 's', session_id: 'webchat-session.two' }] },
          { type: 'message-retried', id: 'a' },
          sent('a'),
          { type: 'unknown-frame-received' },
        ],
        'b:not-delivered a:confirmed',
      ],
    ])('%s', (_, events, messages) => {
      expect(shown(applied(resumed(), written('b'), sent('b'), ...events))).toBe(messages);
    });

    it('are sent again after 10 s, without those of this page', () => {
      const state = applied(resumed(), written('b'), sent('b'));
      const resent = appliedAt(state, now + 12_000, { type: 'time-passed', deadline: now + 12_000 });
      expect(shown(resent)).toBe('a:queued b:sent');
      expect(shown(applied(resent, sent('a'), dropped()))).toBe('a:not-delivered b:queued');
    });

    // The first page was left before the answer to its first message.
    it('are confirmed by a message of the handshake if no message of the agent is known', () => {
      const opened = applied(leading({ outbox: [sentMessage('a')] }), { type: 'socket-opened' });
      expect(shown(applied(opened, frame('hi')))).toBe('a:confirmed hi');
    });

    it('wait for the answer again after another socket was lost', () => {
      const again = connected(applied(resumed(), dropped()), now + 60_000);
      expect(shown(again)).toBe('a:sent');
      expect(again.socket.handshake).toEqual({ status: 'ready', resendAt: now + 72_000 });
    });
  });

  it('expire after ten minutes, even if the clock was set back', () => {
    const state = applied(leading(), written('a'));
    expect(shown(appliedAt(state, now - 3_600_000, { type: 'time-passed', deadline: now + 600_000 }))).toBe(
      'a:not-delivered',
    );
  });
});

describe('the parts of a conversation', () => {
  it.each<[string, StateEvent[], Partial<ChatState['conversation']>]>([
    ['counts unread messages while the chat is closed', [frame('a'), frame('b')], { unread: 2 }],
    ['counts none while it is open', [{ type: 'visibility-changed', isOpen: true }, frame('a')], { unread: 0 }],
    ['awaits an answer for a minute', [written('a'), sent('a')], { awaitingUntil: now + 60_000 }],
    ['no longer awaits an answer that has come', [written('a'), sent('a'), frame('b')], { awaitingUntil: null }],
    [
      'shows its owner',
      [{ type: 'frames-received', frames: [{ type: 'chatowner', id: 'o', name: 'Ada', profilepic: null }] }],
      { owner: { id: 'o', name: 'Ada' } },
    ],
    ['ends when the visitor is forgotten', [{ type: 'forgotten' }], { phase: 'ended' }],
    ['reports once that storing failed', [{ type: 'storage-failed' }], { notice: 'storage-unavailable' }],
    ['hides a notice', [{ type: 'storage-failed' }, { type: 'notice-dismissed' }], { notice: null }],
  ])('%s', (_, events, conversation) => {
    expect(applied(leading(), ...events).conversation).toMatchObject(conversation);
  });

  it('are the same objects when an event does not concern them', () => {
    const before = applied(leading(), written('a'));
    const { conversation, leadProgress, call, socket } = applied(before, frame('b'));
    expect(conversation.outbox).toBe(before.conversation.outbox);
    expect(conversation.session).toBe(before.conversation.session);
    expect(leadProgress).toBe(before.leadProgress);
    expect(call).toBe(before.call);
    expect(socket.recovery).toBe(before.socket.recovery);
  });
});

describe('a session', () => {
  const failed = dropped({ wasOpen: false });

  it('that the service refuses by failing its handshakes is found out by a probe, and replaced', () => {
    const probing = applied(leading(), failed, failed, failed);
    expect(probing.socket.recovery.isProbing).toBe(true);
    expect(probing.conversation.session.id).toBe('webchat-session.one');
    // The probe has nothing to do once it is open: the conversation's own socket takes its place.
    const proven = applied(probing, { type: 'socket-opened' });
    expect(proven.socket).toMatchObject({ number: probing.socket.number + 1, handshake: { status: 'none' } });
    const replaced = applied(proven, failed);
    expect(replaced.conversation).toMatchObject({
      session: { id: null },
      notice: 'session-replaced',
      phase: 'chatting',
    });
  });

  // Cause: a handshake that was aborted here, or timed out, counted as one that the service had refused.
  it('is kept when a handshake after the probe is aborted, and compared again', () => {
    const proven = applied(leading(), failed, failed, failed, { type: 'socket-opened' });
    expect(proven.socket.recovery.isServiceUp).toBe(true);
    const aborted = applied(proven, dropped({ wasOpen: false, isAborted: true }));
    expect(applied(aborted, failed).conversation).toMatchObject({
      session: { id: 'webchat-session.one' },
      notice: null,
    });
    const probing = applied(aborted, failed, failed);
    expect(applied(probing, { type: 'socket-opened' }, failed).conversation.notice).toBe('session-replaced');
  });

  it('is kept during an outage', () => {
    const state = applied(leading(), ...Array.from({ length: 20 }, () => failed));
    expect(state.conversation).toMatchObject({ session: { id: 'webchat-session.one' }, notice: null });
  });

  // Cause: all of the outbox could be sent again, also a message behind an earlier page's, which this page's socket had confirmed.
  it('that is refused leaves to be sent again what is not known to have arrived', () => {
    const outbox = [visitorMessage('earlier', 'sent'), visitorMessage('arrived', 'confirmed')];
    expect(shown(applied(leading({ outbox }), dropped({ isRefused: true })))).toBe('earlier:not-delivered');
  });

  it('that is refused twice within a minute ends the conversation', () => {
    const replaced = applied(
      leading(),
      dropped({ isRefused: true }),
      { type: 'socket-opened' },
      {
        type: 'frames-received',
        frames: [{ type: 'session', id: 's', session_id: 'webchat-session.two' }],
      },
    );
    expect(applied(replaced, dropped({ isRefused: true })).conversation.phase).toBe('ended');
    expect(appliedAt(replaced, now + 60_000, dropped({ isRefused: true })).conversation.phase).toBe('chatting');
  });

  // Cause: the message was queued, and an ended conversation has no socket.
  it('begins when the visitor retries a message of an ended conversation, whose other messages stay', () => {
    const ended = applied(
      started(),
      { type: 'became-leader' },
      written('a'),
      written('b'),
      dropped({ isRefused: true }),
    );
    expect(ended.conversation.phase).toBe('ended');
    const retried = applied(ended, { type: 'message-retried', id: 'a' });
    expect(retried.conversation.phase).toBe('chatting');
    expect(shown(retried)).toBe('b:not-delivered a:queued');
    expect(applied(ended, { type: 'message-retried', id: 'unknown' }).conversation.phase).toBe('ended');
  });

  it('is requested for the lead of a new conversation, which starts anonymously without one', () => {
    const lead = { id: 'lead', token: 'secret' };
    const renewed = applied(leading({ lead }), { type: 'new-conversation-started', asksForLead: false });
    const request = renewed.socket.sessionRequest;
    expect(request).toEqual({ lead, timeoutAt: now + 12_000 });
    if (request === null) throw new Error('no session is requested');
    const session = { id: 'webchat-session.two', target: {} };
    expect(applied(renewed, { type: 'session-received', request, session })).toMatchObject({
      conversation: { session: { id: session.id, isAnonymous: false, isEstablished: false }, notice: null },
      socket: { sessionRequest: null },
    });
    const anonymous = appliedAt(renewed, now + 12_000, { type: 'time-passed', deadline: now + 12_000 });
    expect(anonymous).toMatchObject({
      conversation: { session: { id: null }, notice: 'anonymous-fallback' },
      socket: { sessionRequest: null },
    });
    expect(applied(anonymous, { type: 'session-received', request, session })).toBe(anonymous);
  });

  it('that was left for a new conversation can be returned to until something happens there', () => {
    const before = applied(leading(), written('a'), sent('a'), frame('b'));
    const renewed = applied(before, { type: 'new-conversation-started', asksForLead: false });
    const { previous } = renewed;
    expect(previous).toBe(before.conversation);
    if (previous === null) throw new Error('nothing to return to');
    expect(shown(applied(renewed, { type: 'new-conversation-undone', conversation: previous }))).toBe('a:confirmed b');
    expect(applied(renewed, { type: 'messages-seen' }).previous).toBe(previous);
    expect(applied(renewed, written('c')).previous).toBeNull();
    expect(applied(started(), { type: 'new-conversation-started', asksForLead: false }).previous).toBeNull();
  });

  // Cause: the way back replaced all messages, also one that another tab had written in the new conversation meanwhile.
  it.each([
    ['a new conversation', { type: 'new-conversation-started', asksForLead: false }],
    ['its end', { type: 'conversation-ended' }],
  ] as const)('keeps what was written in another tab after %s, to be sent again', (_, left) => {
    const before = leading({ messages: [visitorMessage('a', 'confirmed')], outbox: [visitorMessage('b', 'sent')] });
    const { previous, ...renewed } = applied(before, left);
    if (previous === null) throw new Error('nothing to return to');
    const isFromChat = left.type === 'conversation-ended';
    const returned = applied(
      { ...renewed, previous },
      { ...written('elsewhere'), isFromChat },
      { type: 'new-conversation-undone', conversation: previous },
    );
    expect(shown(returned)).toBe('a:confirmed elsewhere:not-delivered b:sent');
  });
});
