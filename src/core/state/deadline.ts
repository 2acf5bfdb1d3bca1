import type { ChatState } from './chat-state.ts';
import { outboxExpiresAt } from './outbox.ts';

/** The next time at which something follows from the state alone; undefined if nothing will. */
export function nextDeadline(state: ChatState): number | undefined {
  const times = [state.tab.responseDueAt, state.call.pollAt, ...socketDeadlines(state)];
  return times.reduce<number | undefined>((next, time) => {
    if (time === null || time === undefined) return next;
    return next === undefined ? time : Math.min(next, time);
  }, undefined);
}

/** A follower has no socket: the leading tab waits for these. */
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
