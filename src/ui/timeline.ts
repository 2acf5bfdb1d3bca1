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
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    return {
      message,
      opensDay: before === undefined || dayOf(before.at) !== dayOf(message.at),
      closesGroup: after === undefined || !belongTogether(message, after),
    };
  });
}

function belongTogether(one: ChatMessage, next: ChatMessage): boolean {
  return (
    one.from === next.from &&
    one.author?.name === next.author?.name &&
    next.at - one.at < groupGapMs &&
    dayOf(one.at) === dayOf(next.at) &&
    one.delivery !== 'not-delivered'
  );
}

function dayOf(at: number): string {
  return new Date(at).toDateString();
}
