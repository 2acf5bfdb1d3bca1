import type { ChatState } from './chat-state.ts';
import { outboxExpiresAt } from './outbox.ts';

/**
 * The next time at which something follows from the state alone; undefined if nothing will. Each deadline must be cleared when
 * `time-passed` reports it (passTime of reduce.ts, and what it calls): one that stays would be the last one, because the timer
 * starts anew only for another time.
 */
export function nextDeadline(state: ChatState): number | undefined {
  const times = [state.tab.responseDueAt, state.call.pollAt, ...socketDeadlines(state)];
  // Not with reduce(): an old Prototype.js has one of its own.
  const due = times.filter((time) => typeof time === 'number');
  return due.length === 0 ? undefined : Math.min(...due);
}

/** Whether a deadline has passed. */
export function isPast(time: number | null, now: number): boolean {
  return time !== null && time <= now;
}

/**
 * A follower leaves these to the leading tab, and a page that was left waits for nothing. A tab that joins has no socket either,
 * but it may become the leader, and until then its messages expire here.
 */
function socketDeadlines({ conversation, tab, socket }: ChatState): (number | null | undefined)[] {
  if (tab.role === 'follower' || tab.role === 'away') return [];
  const { handshake, sessionRequest } = socket;
  return [
    conversation.awaitingUntil,
    outboxExpiresAt(conversation.outbox),
    handshake.status === 'running' ? handshake.readyAt : null,
    handshake.status === 'ready' ? handshake.resendAt : null,
    sessionRequest?.timeoutAt,
  ];
}
