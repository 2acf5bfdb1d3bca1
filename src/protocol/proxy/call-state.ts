import * as z from 'zod/mini';

/**
 * State of a call-back. `planned`: waits for the time that the visitor chose. `unknown`: the request broke off, so the
 * call may have been placed. `refused`: not placed, because of a limit, the hours, the country or a held lead.
 */
export const callStates = [
  'planned',
  'waiting',
  'placing',
  'ringing',
  'answered',
  'completed',
  'failed',
  'expired',
  'cancelled',
  'refused',
  'unknown',
] as const;
export const callState = z.enum(callStates);
export type CallState = z.infer<typeof callState>;

/** What people call the states. */
export const callStateNames: Record<CallState, string> = {
  planned: 'Planned',
  waiting: 'Waiting',
  placing: 'Being placed',
  ringing: 'Ringing',
  answered: 'Answered',
  completed: 'Completed',
  failed: 'Not reached',
  expired: 'Not called in time',
  cancelled: 'Cancelled',
  refused: 'Refused',
  unknown: 'Check by hand',
};

/** The states of a call that should have reached somebody and did not: nobody answered, or it was not placed in time. */
export const missedCallStates = ['failed', 'expired'] as const satisfies readonly CallState[];

/** Whether a call in this state has not ended yet. */
export function isCallUnderWay(state: CallState): boolean {
  return ['planned', 'waiting', 'placing', 'ringing', 'answered'].includes(state);
}
