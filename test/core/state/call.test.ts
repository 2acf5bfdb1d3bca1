import { describe, expect, it } from 'vitest';
import type { CallbackState } from '../../../src/core/state/call.ts';
import type { StateEvent } from '../../../src/core/state/event.ts';
import { applied, appliedAt, leading, now } from './table.ts';

const call = { id: 'call', token: 'secret' };
const at = now + 3_600_000;
const accepted: StateEvent = { type: 'call-accepted', call, lead: 'lead', state: 'waiting' };
const planned: StateEvent = { type: 'call-accepted', call, lead: 'lead', state: 'planned', at };
const polled = (report: Extract<StateEvent, { type: 'call-polled' }>['report']): StateEvent => ({
  type: 'call-polled',
  id: call.id,
  report,
});

describe('a call-back', () => {
  it.each<[string, StateEvent[], CallbackState, number | null]>([
    ['is requested', [{ type: 'call-requested' }], { status: 'asking' }, null],
    [
      'is refused',
      [{ type: 'call-requested' }, { type: 'call-failed', code: 'closed' }],
      { status: 'failed', code: 'closed' },
      null,
    ],
    [
      // Cause: a lead that was queued with "call me now" reported that there is no call.
      'that is planned stays when another one fails',
      [planned, { type: 'call-failed', code: 'unreachable' }],
      { status: 'requested', state: 'planned', at },
      now + 300_000,
    ],
    ['is followed', [accepted], { status: 'requested', state: 'waiting' }, now + 3_000],
    ['is followed seldom until its time', [planned], { status: 'requested', state: 'planned', at }, now + 300_000],
    ['goes on', [accepted, polled({ state: 'ringing' })], { status: 'requested', state: 'ringing' }, now + 3_000],
    [
      'keeps its state while the proxy cannot be reached',
      [accepted, polled('unreachable')],
      { status: 'requested', state: 'waiting' },
      now + 3_000,
    ],
    ['ends', [accepted, polled({ state: 'completed' })], { status: 'requested', state: 'completed' }, null],
    ['is gone when the proxy no longer has it', [accepted, polled('gone')], { status: 'none' }, null],
    [
      'is cancelled',
      [planned, { type: 'call-cancelled', call }],
      { status: 'requested', state: 'cancelled', at },
      null,
    ],
    [
      'stays planned when it could not be cancelled',
      [planned, { type: 'call-cancelling' }, { type: 'call-cancel-failed', id: 'call', report: 'unreachable' }],
      { status: 'requested', state: 'planned', at, cancelFailed: true },
      now + 300_000,
    ],
    [
      'rings when it was too late to cancel it',
      [
        planned,
        { type: 'call-cancelling' },
        { type: 'call-cancel-failed', id: 'call', report: { state: 'ringing', at } },
      ],
      { status: 'requested', state: 'ringing', at },
      now + 3_000,
    ],
    [
      'is not changed by the progress of an earlier call',
      [accepted, { type: 'call-polled', id: 'earlier', report: { state: 'failed' } }],
      { status: 'requested', state: 'waiting' },
      now + 3_000,
    ],
    ['is forgotten with the visitor', [accepted, { type: 'forgotten' }], { status: 'none' }, null],
  ])('%s', (_, events, progress, pollAt) => {
    const next = applied(leading(), ...events);
    expect(next.call).toMatchObject({ progress, pollAt });
  });

  it('is polled when its time has come, and its state is unknown after ten minutes without one', () => {
    const due = appliedAt(applied(leading(), accepted), now + 3_000, { type: 'time-passed', deadline: now + 3_000 });
    expect(due.call).toMatchObject({ followed: call, pollAt: null });
    const unreachable = Array.from({ length: 200 }, () => polled('unreachable'));
    expect(applied(leading(), accepted, ...unreachable).call).toMatchObject({
      progress: { status: 'requested', state: 'unknown' },
      followed: null,
    });
  });

  it('of an earlier page is not shown when it has ended meanwhile', () => {
    const state = leading();
    const resumed = { ...state, call: { ...state.call, followed: call } };
    expect(applied(resumed, polled({ state: 'completed' })).call).toMatchObject({
      progress: { status: 'none' },
      followed: null,
    });
    expect(applied(resumed, polled({ state: 'planned', at })).call.progress).toEqual({
      status: 'requested',
      state: 'planned',
      at,
    });
  });
});
