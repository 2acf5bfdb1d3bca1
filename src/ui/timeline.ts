import type { ChatMessage } from '../chat/index.ts';

/** A message with what its neighbours make of it. */
export type Row = {
  message: ChatMessage;
  /** First message of its day. */
  opensDay: boolean;
  /** Last of a group: it carries the avatar and the time. */
  closesGroup: boolean;
};

const groupGapMs = 5 * 60_000;

/** Groups what one person said in one go. */
export function timelineOf(messages: readonly ChatMessage[]): Row[] {
  const dayOf = createDays();
  const days = messages.map(({ at }) => dayOf(at));
  return messages.map((message, index) => {
    const after = messages[index + 1];
    return {
      message,
      opensDay: days[index] !== days[index - 1],
      closesGroup: after === undefined || days[index] !== days[index + 1] || !belongTogether(message, after),
    };
  });
}

function belongTogether(one: ChatMessage, next: ChatMessage): boolean {
  return (
    one.from === next.from &&
    one.author?.name === next.author?.name &&
    next.at - one.at < groupGapMs &&
    one.delivery !== 'not-delivered'
  );
}

/** Beginnings of days. Dates are dear, and most messages are of the day of the one before. */
function createDays(): (at: number) => number {
  let begins = 0;
  let ends = 0;
  return (at) => {
    if (at < begins || at >= ends) {
      begins = new Date(at).setHours(0, 0, 0, 0);
      ends = new Date(at).setHours(24, 0, 0, 0);
    }
    return begins;
  };
}
