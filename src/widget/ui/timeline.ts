import type { ChatMessage } from '../../core/index.ts';

/** A message with what its neighbours make of it. */
export type Row = {
  message: ChatMessage;
  /** First message of its day. */
  opensDay: boolean;
  /** Last of a group: it carries the avatar and the time. */
  closesGroup: boolean;
};

const groupGapMs = 5 * 60_000;

/** Groups what one person said in one go; `from` and `to` take a part of the conversation. */
export function timelineOf(messages: readonly ChatMessage[], from = 0, to = messages.length): Row[] {
  const dayOf = createDays();
  return messages.slice(from, to).map((message, index) => {
    const before = messages[from + index - 1];
    const after = messages[from + index + 1];
    const opensDay = before === undefined || dayOf(before.at) !== dayOf(message.at);
    const closesGroup = after === undefined || dayOf(message.at) !== dayOf(after.at) || !belongTogether(message, after);
    return { message, opensDay, closesGroup };
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
