import { computed, type ReadonlySignal } from '@preact/signals';
import type { ChatMessage } from '../../../core/index.ts';
import { hasMarkdown } from '../markdown/use-formatter.ts';

/** A message with its place in the timeline. */
export type TimelineMessage = {
  message: ChatMessage;
  /** The first message of its day. */
  opensDay: boolean;
  /** The last message of a group. */
  closesGroup: boolean;
  /** It may be new. */
  isNewest: boolean;
};

/** The visitor's message and the answer to it. */
const newestCount = 2;
const maxGroupGapMs = 5 * 60_000;

/** The messages from an index on, grouped by day, and by who sent them in a row. The one before them may be of the same day. */
export function groupMessages(messages: readonly ChatMessage[], start = 0): TimelineMessage[] {
  const dayOf = createDayReader();
  const previous = messages[start - 1];
  let previousDay = previous && dayOf(previous);
  return messages.slice(start).map((message, offset) => {
    const index = start + offset;
    const following = messages[index + 1];
    const day = dayOf(message);
    const opensDay = day !== previousDay;
    previousDay = day;
    return {
      message,
      opensDay,
      closesGroup: following === undefined || day !== dayOf(following) || !areInOneGroup(message, following),
      isNewest: index >= messages.length - newestCount,
    };
  });
}

function areInOneGroup(message: ChatMessage, next: ChatMessage): boolean {
  return (
    message.from === next.from &&
    message.author?.name === next.author?.name &&
    next.at - message.at < maxGroupGapMs &&
    message.delivery !== 'not-delivered'
  );
}

/** Returns the start of a message's day. It creates dates only when the day changes, because that is slow. */
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

/** Whether any message has Markdown. Looks at the text of each message once, because a long chat has many. */
export function createMarkdownCheck(messages: ReadonlySignal<readonly ChatMessage[]>): ReadonlySignal<boolean> {
  const plain = new WeakSet<ChatMessage>();
  return computed(() =>
    messages.value.some((message) => {
      if (plain.has(message)) return false;
      const isPlain = !hasMarkdown(message);
      if (isPlain) plain.add(message);
      return !isPlain;
    }),
  );
}
