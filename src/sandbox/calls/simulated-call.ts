import type { CallRecord } from '../../protocol/service/call.ts';
import type { Fields } from '../store/columns.ts';

/** A call as it was placed. Its progress follows from the time since then. */
export type PlacedCall = {
  callId: string;
  agent: string;
  to: string;
  from: string;
  requestData: Fields;
  placedAt: number;
};

export type Outcome = 'completed' | 'congestion' | 'transferred';

/** Phone numbers with a special outcome, all reserved for fiction. Any other number answers and completes. */
export const simulatedNumbers: readonly { phone: string; outcome: Outcome; description: string }[] = [
  { phone: '14155550110', outcome: 'completed', description: 'rings, is answered by a person, and completes' },
  { phone: '14155550120', outcome: 'congestion', description: 'rings, and ends with the disposition CONGESTION' },
  { phone: '14155550130', outcome: 'transferred', description: 'is answered, and transferred twice: legs :1 and :2' },
];

export type CallState = 'ringing' | 'answered' | 'completed' | 'congestion';

const transferTargets = ['14155550131', '14155550132'];

/** Times of a call, in steps since it was placed. */
const answeredAfter = 1;
const endedAfter = 4;
const congestedAfter = 2;
const transferredAfter = 2;
const legSteps = 2;

/**
 * The records of a call at a moment, as Get Call Details returns them. They follow from the time since the call was
 * placed, without timers, so a call continues after a restart. Until the call ends, a record has no call_end and no
 * disposition (`assumptions.openCallRecord`).
 */
export function recordsOf(call: PlacedCall, now: number, stepMs: number): CallRecord[] {
  const at = (steps: number) => call.placedAt + steps * stepMs;
  const outcome = simulatedNumbers.find((number) => number.phone === call.to)?.outcome ?? 'completed';
  const base = { call_id: call.callId, phone_to: call.to, phone_from: call.from, agent: call.agent, direction: 'out' };
  const start = { call_start: timestamp(call.placedAt) };
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
      call_start: timestamp(from),
      ...ending(from + legSteps * stepMs, now, 'Completed'),
      is_transfer: true,
    }));
  // The original ends with its last leg, so the call is over when all its records have ended.
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
  return now >= end ? { call_end: timestamp(end), disposition } : {};
}

function timestamp(ms: number): string {
  return new Date(ms).toISOString();
}
