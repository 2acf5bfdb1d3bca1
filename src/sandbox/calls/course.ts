import type { CallRecord } from '../../protocol/index.ts';
import type { PlacedCall } from '../store/call-store.ts';
import { timestampOf } from '../timestamp.ts';
import { outcomeOf } from './simulated-numbers.ts';

export type CallState = 'ringing' | 'answered' | 'completed' | 'congestion';

/** What simulated calls are transferred to, leg by leg. */
const transferTargets = ['14155550131', '14155550132'];

/** When what happens, in steps from the beginning. */
const answeredAfter = 1;
const endedAfter = 4;
const congestedAfter = 2;
const transferredAfter = 2;
const legSteps = 2;

/**
 * The records of a call at a moment (Call record; Get Call Details): nothing is timed, all follows from how long ago it was placed, so that
 * a call goes on over a restart. Before its end a record has no call_end and no disposition (`assumptions.openCallRecord`).
 */
export function recordsOf(call: PlacedCall, now: number, stepMs: number): CallRecord[] {
  const at = (steps: number) => call.placedAt + steps * stepMs;
  const outcome = outcomeOf(call.to);
  const base = { call_id: call.callId, phone_to: call.to, phone_from: call.from, agent: call.agent, direction: 'out' };
  const start = { call_start: timestampOf(call.placedAt) };
  if (outcome === 'congestion') {
    return [{ ...base, ...start, ...ending(at(congestedAfter), now, 'CONGESTION'), transfer: false }];
  }
  const answered = now >= at(answeredAfter) ? { answered_by: 'human' } : {};
  if (outcome === 'completed') {
    return [{ ...base, ...start, ...answered, ...ending(at(endedAfter), now, 'Completed'), transfer: false }];
  }
  const legs = transferTargets
    .map((target, index) => ({ target, number: index + 1, from: at(transferredAfter + index * legSteps) }))
    .filter(({ from }) => now >= from)
    .map(({ target, number, from }) => ({
      ...base,
      call_id: `${call.callId}:${number}`,
      phone_to: target,
      call_start: timestampOf(from),
      ...ending(from + legSteps * stepMs, now, 'Completed'),
      is_transfer: true,
    }));
  // The original ends with its last leg: a call whose records have all ended is over.
  const end = at(transferredAfter + transferTargets.length * legSteps);
  const transfer = now >= at(transferredAfter);
  return [{ ...base, ...start, ...answered, ...ending(end, now, 'Completed'), transfer }, ...legs];
}

export function stateOf(original: CallRecord): CallState {
  if (original.disposition === 'CONGESTION') return 'congestion';
  if (original.call_end !== undefined) return 'completed';
  return original.answered_by === undefined ? 'ringing' : 'answered';
}

function ending(end: number, now: number, disposition: string) {
  return now >= end ? { call_end: timestampOf(end), disposition } : {};
}
