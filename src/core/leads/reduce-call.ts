import { isCallUnderWay } from '../../protocol/proxy/call-state.ts';
import {
  type Call,
  type CallbackState,
  type CallProgress,
  type CallReference,
  type CallReport,
  noCall,
} from '../state/call.ts';
import { isPast } from '../state/deadline.ts';
import type { ReduceCall } from '../state/reduce.ts';

const pollMs = 3_000;
/** A planned call is polled too, because the visitor may cancel it in another browser, or the operator may. */
const plannedPollMs = 300_000;
/** Ten minutes. A call that is not placed by then has expired. */
const maxPollCount = 200;

/** What can happen to a call-back: it is requested, followed to its end, and cancelled if it is planned. */
export const reduceCall: ReduceCall = (state, event, now) => {
  const call = change(state.call, event, now);
  return call === state.call ? state : { ...state, call };
};

/** Whether no other call can be requested. */
export function isUnderWay({ progress }: Call): boolean {
  return progress.status === 'asking' || (progress.status === 'requested' && isCallUnderWay(progress.state));
}

function change(call: Call, event: Parameters<ReduceCall>[1], now: number): Call {
  switch (event.type) {
    case 'call-requested':
      return { ...noCall, progress: { status: 'asking' } };
    case 'call-failed':
      // A lead that waits places no call of its own, and ends none that is planned.
      return call.followed !== null ? call : { ...noCall, progress: { status: 'failed', code: event.code } };
    case 'call-accepted': {
      const { state, at } = event;
      return pollLater(
        { ...noCall, progress: toProgress({ state, ...(at !== undefined && { at }) }), followed: event.call },
        now,
      );
    }
    case 'call-polled':
      return isFollowed(call, event) ? poll(call, event.report, now) : call;
    case 'call-cancelling':
      return { ...withPlanned(call, {}), isCancelling: true };
    case 'call-cancelled':
      return cancel(call, event.call);
    case 'call-cancel-failed': {
      const next = { ...call, isCancelling: false };
      // It may be too late, or another tab has cancelled it first.
      return isFollowed(call, event) ? withPlanned(poll(next, event.report, now), { cancelFailed: true }) : next;
    }
    case 'time-passed':
      return isPast(call.pollAt, now) ? { ...call, pollAt: null } : call;
  }
}

function poll(call: Call, report: CallReport, now: number): Call {
  if (report === 'gone') return noCall;
  if (report === 'unreachable') return pollLater(call, now);
  if (isCallUnderWay(report.state)) return pollLater({ ...call, progress: toProgress(report) }, now);
  // A call of an earlier page that has ended meanwhile is not shown.
  return call.progress.status === 'none' ? noCall : { ...noCall, progress: toProgress(report) };
}

function pollLater(call: Call, now: number): Call {
  const { progress, pollCount } = call;
  const plannedAt = progress.status === 'requested' && progress.state === 'planned' ? (progress.at ?? 0) : 0;
  const aheadMs = plannedAt - now;
  if (aheadMs > 0 || pollCount < maxPollCount) {
    const pollAt = now + Math.max(pollMs, Math.min(aheadMs, plannedPollMs));
    return { ...call, pollAt, pollCount: aheadMs > 0 ? pollCount : pollCount + 1 };
  }
  // The proxy cannot be reached, and no state was shown yet. The next page tries again.
  if (progress.status === 'none') return { ...call, pollAt: null };
  // An answered call may last longer than it is followed. The outcome of any other call is unknown.
  const isAnswered = progress.status === 'requested' && progress.state === 'answered';
  return { ...noCall, progress: isAnswered ? progress : { status: 'requested', state: 'unknown' } };
}

function cancel(call: Call, { id }: CallReference): Call {
  const next = { ...call, isCancelling: false };
  return call.followed?.id === id ? { ...noCall, progress: withPlanned(next, { state: 'cancelled' }).progress } : next;
}

/** Changes the progress if the call is planned. */
function withPlanned(call: Call, changes: { state?: 'cancelled'; cancelFailed?: true }): Call {
  const { progress } = call;
  if (progress.status !== 'requested' || progress.state !== 'planned') return call;
  const { at } = progress;
  return { ...call, progress: { status: 'requested', state: 'planned', ...(at !== undefined && { at }), ...changes } };
}

function isFollowed({ followed }: Call, { id }: { id: string }): boolean {
  return followed?.id === id;
}

function toProgress(progress: CallProgress): CallbackState {
  return { status: 'requested', ...progress };
}
