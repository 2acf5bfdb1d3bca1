import { describe, expect, it } from 'vitest';
import type { CallState } from '../../../src/protocol/proxy/call-state.ts';
import type { StoredCall } from '../../../src/proxy/domain/call.ts';
import { type CallEvent, callStep, changeCall } from '../../../src/proxy/domain/call-transitions.ts';
import type { StepState } from '../../../src/proxy/domain/lead.ts';

const now = 1_000;
const plan = { agent: 'new', ip: '192.0.2.1', country: 'US', requestedAt: now, expiresAt: now + 90, caps: [] };

function call(state: CallState, more: Partial<StoredCall> = {}): StoredCall {
  return {
    ...{ id: 'c', lead: 'l', phone: '14155550100', agent: 'old', from: '14155550199' },
    ...{ state, requestedAt: 1, expiresAt: 100, transfers: 0, ...more },
  };
}

function stepped(state: StepState, change?: Partial<StoredCall>): CallEvent {
  const step = { step: 'call', name: 'c', state, attempts: 1, answer: '503 unavailable' } as const;
  return { type: 'stepped', step, ...(change && { change }) };
}

describe('a call', () => {
  it.each<[before: StoredCall, event: CallEvent, after: Partial<StoredCall>, step: StepState | undefined]>([
    [
      call('planned'),
      { type: 'decided', decision: { state: 'waiting' }, plan },
      { state: 'waiting', agent: 'new', requestedAt: now, expiresAt: 100 },
      'pending',
    ],
    [
      call('planned'),
      { type: 'decided', decision: { state: 'expired' } },
      { state: 'expired', agent: 'old' },
      'expired',
    ],
    [
      call('planned'),
      { type: 'decided', decision: { state: 'refused', reason: 'closed' } },
      { state: 'refused', reason: 'closed' },
      'skipped',
    ],
    [call('planned'), { type: 'cancelled', now }, { state: 'cancelled' }, undefined],
    [call('planned'), { type: 'cancelled', answer: 'closed by an operator', now }, { state: 'cancelled' }, undefined],
    [call('planned'), { type: 'outcome-lost', answer: 'planned in the backup', now }, { state: 'unknown' }, 'unknown'],
    [
      call('refused', { reason: 'held' }),
      { type: 'requested', plan: { ...plan, plannedAt: now + 50 } },
      { state: 'refused', reason: 'held', plannedAt: now + 50, expiresAt: now + 90 },
      'skipped',
    ],
    [
      call('refused', { reason: 'held' }),
      { type: 'decided', decision: { state: 'planned' } },
      { state: 'planned' },
      undefined,
    ],
    [
      call('refused', { reason: 'held' }),
      { type: 'decided', decision: { state: 'waiting' }, plan, expiresAt: now + 90 },
      { state: 'waiting', agent: 'new', expiresAt: now + 90 },
      'pending',
    ],
    [
      call('refused', { reason: 'held' }),
      { type: 'cancelled', answer: 'released without the call', now },
      { state: 'cancelled' },
      'skipped',
    ],
    [call('waiting'), stepped('sending', { state: 'placing' }), { state: 'placing' }, 'sending'],
    [call('waiting'), stepped('expired', { state: 'expired' }), { state: 'expired' }, 'expired'],
    [call('waiting'), { type: 'cancelled', answer: 'closed by an operator', now }, { state: 'cancelled' }, 'skipped'],
    [call('placing'), stepped('pending', { state: 'waiting' }), { state: 'waiting' }, 'pending'],
    [
      call('placing'),
      stepped('done', { state: 'ringing', serviceCall: 'theirs' }),
      { state: 'ringing', serviceCall: 'theirs' },
      'done',
    ],
    [call('placing'), stepped('done', { state: 'unknown' }), { state: 'unknown' }, 'done'],
    [call('placing'), stepped('unknown', { state: 'unknown' }), { state: 'unknown' }, 'unknown'],
    [call('placing'), stepped('dead', { state: 'failed' }), { state: 'failed' }, 'dead'],
    [call('placing'), { type: 'outcome-lost', answer: 'interrupted', now }, { state: 'unknown' }, 'unknown'],
    [
      call('ringing', { serviceCall: 'theirs' }),
      { type: 'noted', change: { state: 'failed', checkedAt: now } },
      { state: 'failed', checkedAt: now },
      'done',
    ],
    [call('ringing'), { type: 'noted', change: { state: 'unknown' } }, { state: 'unknown' }, 'done'],
    [call('answered'), { type: 'noted', change: { transfers: 2 } }, { state: 'answered', transfers: 2 }, 'done'],
    [
      call('unknown'),
      { type: 'ended', outcome: 'skipped', answer: 'ended', now, by: 'Grace' },
      { state: 'cancelled' },
      'skipped',
    ],
    [
      call('unknown'),
      { type: 'ended', outcome: 'done', answer: 'ended', now, by: 'Grace' },
      { state: 'completed' },
      'done',
    ],
    [
      call('planned'),
      { type: 'ended', outcome: 'skipped', answer: 'ended', now, by: 'Grace' },
      { state: 'cancelled' },
      'skipped',
    ],
    [call('completed'), { type: 'noted', change: { state: 'ringing' } }, { state: 'completed' }, 'done'],
    [call('unknown'), stepped('done', { state: 'ringing' }), { state: 'unknown' }, 'unknown'],
    [
      call('refused', { reason: 'closed' }),
      stepped('skipped', { state: 'refused' }),
      { state: 'refused', reason: 'closed' },
      'skipped',
    ],
    [
      call('unknown'),
      { type: 'replayed', answer: 'replayed', expiresAt: now + 90, callback: { agent: 'new' } },
      { state: 'waiting', agent: 'new', expiresAt: now + 90 },
      'pending',
    ],
  ])('%o, after %o', (before, event, after, step) => {
    const changed = changeCall(before, event);
    expect(changed).toMatchObject(after);
    expect(callStep(changed)?.state).toBe(step);
  });

  it('has a reason only in the state that it explains, and the caller ID of its agent', () => {
    const held = call('refused', { reason: 'held' });
    expect(changeCall(held, { type: 'decided', decision: { state: 'waiting' } })).not.toHaveProperty('reason');
    const replayed = { type: 'replayed', answer: 'replayed', expiresAt: now } as const;
    expect(changeCall(call('unknown'), replayed)).toHaveProperty('from', '14155550199');
    expect(changeCall(call('unknown'), { ...replayed, callback: { agent: 'new' } })).not.toHaveProperty('from');
  });

  it('is shown with the attempts to place it', () => {
    const failed = changeCall(call('placing'), stepped('dead', { state: 'failed' }));
    expect(callStep(failed)).toEqual({
      step: 'call',
      name: 'c',
      state: 'dead',
      attempts: 1,
      answer: '503 unavailable',
    });
    expect(callStep(call('waiting'))).toEqual({ step: 'call', name: 'c', state: 'pending', attempts: 0 });
    expect(callStep(call('refused', { reason: 'closed' }))).toMatchObject({ answer: 'refused: closed' });
    expect(callStep(call('expired'))).toMatchObject({ answer: 'too late to call' });
  });
});
