import type { ChatMessage } from '../../../core/index.ts';

/** A message with its place in the timeline. */
export type TimelineMessage = {
  message: ChatMessage;
  /** The first message of its day. */
  opensDay: boolean;
  /** The last message of a group. */
  closesGroup: boolean;
  /** `newest`: it may just have come. `recent`: it is near the end. */
  age: 'newest' | 'recent' | 'old';
};

const maxGroupGapMs = 5 * 60_000;

/** Groups messages that one person sent in a row. */
export function groupMessages(messages: readonly ChatMessage[]): TimelineMessage[] {
  const days = messages.map(createDayReader());
  return messages.map((message, index) => {
    const next = messages[index + 1];
    return {
      message,
      opensDay: days[index] !== days[index - 1],
      closesGroup: next === undefined || days[index] !== days[index + 1] || !areInOneGroup(message, next),
      age: ageOf(messages.length - index),
    };
  });
}

function ageOf(positionFromEnd: number): TimelineMessage['age'] {
  if (positionFromEnd <= 2) return 'newest';
  return positionFromEnd <= 20 ? 'recent' : 'old';
}

function areInOneGroup(message: ChatMessage, next: ChatMessage): boolean {
  return (
    message.from === next.from &&
    message.author?.name === next.author?.name &&
    next.at - message.at < maxGroupGapMs &&
    message.delivery !== 'not-delivered'
  );
}

/** Returns the start of a message's day. It computes dates only when the day changes, because they are slow. */
function createDayReader(): (message: ChatMessage) => number {
  let start = 0;
  let end = 0;
  return ({ at }) => {
    if (at < start || at >= end) {
      start = new Date(at).setHours(0, 0, 0, 0);
      end = new Date(at).setHours(24, 0, 0, 0);
    }
    return start;
  };
}
