import { describe, expect, it } from 'vitest';
import { nextDeadline } from '../../../src/core/state/deadline.ts';
import type { SharedEvent, StateEvent } from '../../../src/core/state/event.ts';
import { lastEventId, toSnapshot } from '../../../src/core/state/reduce-tabs.ts';
import {
  applied,
  appliedAt,
  following,
  frame,
  leading,
  now,
  shown,
  started,
  visitorMessage,
  written,
} from './table.ts';

const fromLeader = (state: ReturnType<typeof leading>, isNew = false): StateEvent => ({
  type: 'leader-state-received',
  isNew,
  ...toSnapshot(state),
});

describe('the tabs of a site', () => {
  it('show what the visitor does in a follower at once, and again on top of a state that does not have it yet', () => {
    const leader = leading();
    const follower = applied(following(), written('a'));
    expect(shown(follower)).toBe('a:queued');
    expect(follower.tab.pending).toMatchObject([{ event: written('a') }]);
    const behind = applied(follower, fromLeader(applied(leader, frame('hi'))));
    expect(shown(behind)).toBe('hi a:queued');
    expect(behind.tab.pending).toHaveLength(1);
  });

  it('have the leader apply the event of a follower once, however often it comes', () => {
    const follower = applied(following(), written('a'));
    const [tabEvent] = follower.tab.pending;
    if (tabEvent === undefined) throw new Error('nothing was posted');
    const leader = applied(leading(), { type: 'tab-event-received', tabEvent });
    expect(shown(leader)).toBe('a:queued');
    expect(applied(leader, { type: 'tab-event-received', tabEvent })).toBe(leader);
    expect(applied(follower, fromLeader(leader)).tab.pending).toEqual([]);
  });

  it('apply an event of another follower once, and again on top of a state that does not have it yet', () => {
    const lead = { id: 'lead', token: 'secret' };
    const event: StateEvent = {
      type: 'lead-accepted',
      lead,
      session: null,
      origin: 'form',
      chat: true,
    };
    const received: StateEvent = { type: 'tab-event-received', tabEvent: { id: 'other.1', event } };
    const follower = applied(following(), received);
    expect(follower.leadProgress).toEqual({ status: 'accepted' });
    expect(applied(follower, fromLeader(leading())).conversation.lead).toEqual(lead);
    expect(applied(follower, received)).toBe(follower);
    const leader = applied(follower, { type: 'became-leader' });
    expect(applied(leader, received)).toBe(leader);
    expect(applied(follower, fromLeader(applied(leading(), received))).tab.pending).toEqual([]);
  });

  it('post what happens in the leader as well, whose state contains it', () => {
    const leader = applied(leading(), written('a'));
    expect(leader.conversation.appliedEvents).toEqual([lastEventId(leader.tab)]);
    const tabEvent = { id: lastEventId(leader.tab), event: written('a') };
    const follower = applied(following(), { type: 'tab-event-received', tabEvent });
    expect(shown(follower)).toBe('a:queued');
    expect(applied(follower, fromLeader(leader)).tab.pending).toEqual([]);
  });

  // Cause: an unknown event had no reducer, and the tab was left without a state.
  it('ignore what a tab of a later build posts and they do not know', () => {
    const event: SharedEvent = JSON.parse('{ "type": "reaction-added", "emoji": "+1" }');
    for (const tab of [leading(), following()]) {
      expect(applied(tab, { type: 'tab-event-received', tabEvent: { id: 'other.1', event } })).toBe(tab);
    }
  });

  it('keep what they know of the lead and the call when the leader says nothing about it', () => {
    const call: StateEvent = {
      type: 'call-accepted',
      call: { id: 'c', token: 'secret' },
      lead: 'l',
      state: 'planned',
      at: now + 3_600_000,
    };
    const knowing = applied(started({ leadProgress: { status: 'queued', kept: 'memory' } }), call);
    const followed = applied(knowing, fromLeader(leading()));
    expect(followed.leadProgress).toEqual(knowing.leadProgress);
    expect(followed.call).toEqual(knowing.call);
  });

  it('have what has happened before they joined from the state of the leader, below what happens in them', () => {
    const lead = { id: 'lead', token: 'secret' };
    const call = { id: 'c', token: 'secret' };
    const at = now + 3_600_000;
    const leader = applied(
      leading(),
      { type: 'lead-accepted', lead, session: null, origin: 'form', chat: true },
      { type: 'call-accepted', call, lead: lead.id, state: 'planned', at },
    );
    const joined = applied(started(), fromLeader(leader));
    expect(joined.leadProgress).toEqual({ status: 'accepted' });
    expect(joined.call).toMatchObject({ followed: call, progress: { status: 'requested', state: 'planned', at } });
    const forgotten = applied(started(), { type: 'forgotten' }, fromLeader(leader));
    expect([forgotten.leadProgress.status, forgotten.call.progress.status]).toEqual(['none', 'none']);
    const cancelledByLeader = applied(leader, { type: 'call-cancelled', call });
    expect(applied(started(), fromLeader(cancelledByLeader)).call.followed).toBeNull();
  });

  it('wait for no answer of the leader to an event of another follower', () => {
    const tabEvent = { id: 'other.1', event: written('a') };
    const follower = applied(following(), { type: 'tab-event-received', tabEvent }, fromLeader(leading()));
    expect(follower.tab).toMatchObject({ pending: [tabEvent], responseDueAt: null });
    expect(applied(follower, { type: 'page-left' }).tab.pending).toMatchObject([
      { id: 'tab.1', event: { message: { id: 'a' } } },
    ]);
  });

  it('continue with their own events when they become the leader', () => {
    const leader = applied(following(), written('a'), { type: 'became-leader' });
    expect(shown(leader)).toBe('a:queued');
    expect(leader.tab.pending).toEqual([]);
    expect(leader.conversation.appliedEvents).toEqual(['tab.1']);
  });

  it('tell the next leader what is not confirmed when they lose the socket', () => {
    for (const type of ['page-left', 'became-follower'] as const) {
      const state = applied(leading(), written('a'), { type: 'message-sent', id: 'a' }, { type });
      expect(state.tab.pending.map(({ event }) => event)).toMatchObject([
        { type: 'message-written', message: { id: 'a' } },
      ]);
      expect(state.conversation.connection).toBe('idle');
      expect(state.socket.handshake).toEqual({ status: 'none' });
    }
  });

  it('do not repeat that the chat is open', () => {
    const open: StateEvent = { type: 'visibility-changed', isOpen: true };
    const opened = applied(following(), open);
    expect(opened.tab.pending).toMatchObject([{ event: open }]);
    expect(applied(opened, open)).toBe(opened);
  });

  it('wait three seconds for a leader that does not respond', () => {
    const waiting = applied(following(), written('a'));
    expect(waiting.tab.responseDueAt).toBe(now + 3_000);
    expect(applied(waiting, { type: 'time-passed', deadline: now + 3_000 }).tab.responseDueAt).toBeNull();
    expect(started().tab.responseDueAt).toBe(now + 3_000);
  });

  // Cause: each key in the form moved the deadline, so a frozen leader kept the lead while the visitor typed.
  it('wait three seconds from the first event that a leader does not respond to', () => {
    const waiting = applied(following(), written('a'));
    const typing = appliedAt(waiting, now + 2_000, { type: 'form-edited', values: { phone: '1' } });
    expect(typing.tab.responseDueAt).toBe(now + 3_000);
    expect(appliedAt(typing, now + 2_500, fromLeader(leading())).tab.responseDueAt).toBe(now + 5_500);
  });

  it('keep what they show while the leader has nothing', () => {
    const asking = { ...leading(), conversation: { ...leading().conversation, phase: 'asking-lead' as const } };
    const tab = applied(started({}), fromLeader(leading()));
    expect(applied(tab, fromLeader(asking)).conversation.phase).toBe('asking-lead');
    const form = { ...started(), conversation: { ...started().conversation, phase: 'asking-lead' as const } };
    const kept = applied(form, fromLeader(asking));
    expect(kept.conversation).toEqual(form.conversation);
    expect(kept.tab.role).toBe('follower');
  });

  it('let no message wait for the lead that was written in a chat', () => {
    const asking = { ...leading(), conversation: { ...leading().conversation, phase: 'asking-lead' as const } };
    const { pending } = applied(leading(), written('a'), { type: 'page-left' }).tab;
    const received = pending.map((tabEvent): StateEvent => ({ type: 'tab-event-received', tabEvent }));
    expect(applied(asking, ...received).conversation).toMatchObject({ phase: 'chatting', outbox: [{ id: 'a' }] });
    expect(applied(asking, written('a')).conversation).toMatchObject({ phase: 'asking-lead', outbox: [{ id: 'a' }] });
  });

  it('forget the visitor everywhere', () => {
    const event: StateEvent = { type: 'forgotten' };
    const follower = applied(following(), { type: 'tab-event-received', tabEvent: { id: 'other.1', event } });
    expect([follower.leadProgress.status, follower.call.progress.status, follower.previous]).toEqual([
      'none',
      'none',
      null,
    ]);
  });
});

describe('the next deadline', () => {
  it.each<[string, ReturnType<typeof leading>, number | undefined]>([
    ['is none for an idle conversation', leading(), undefined],
    [
      'is the end of the wait for an answer',
      applied(leading(), written('a'), { type: 'message-sent', id: 'a' }),
      now + 60_000,
    ],
    ['is the expiry of a message', applied(leading(), written('a')), now + 600_000],
    ['is the end of the handshake', applied(leading(), { type: 'socket-opened' }), now + 2_000],
    [
      'is the poll of a call',
      applied(leading(), { type: 'call-accepted', call: { id: 'c', token: 'secret' }, lead: 'l', state: 'waiting' }),
      now + 3_000,
    ],
    ['is the end of the wait for the leader', started(), now + 3_000],
    [
      'is the end of the wait for the session of the lead',
      applied(leading({ lead: { id: 'l', token: 'secret' } }), {
        type: 'new-conversation-started',
        asksForLead: false,
      }),
      now + 12_000,
    ],
    [
      'is when messages of an earlier page are sent again',
      appliedAt(applied(leading({ outbox: [visitorMessage('a', 'sent')] }), { type: 'socket-opened' }), now + 2_000, {
        type: 'time-passed',
        deadline: now + 2_000,
      }),
      now + 12_000,
    ],
    ['is left to the leader in a follower', applied(following({ awaitingUntil: now + 1 })), undefined],
  ])('%s', (_, state, deadline) => {
    expect(nextDeadline(state)).toBe(deadline);
    if (deadline === undefined) return;
    // Otherwise its timer would be the last one.
    const passed = appliedAt(state, deadline, { type: 'time-passed', deadline });
    expect(nextDeadline(passed) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(deadline);
  });
});
