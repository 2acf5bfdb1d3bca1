import { computed, type ReadonlySignal } from '@preact/signals';
import type { ChatMessage } from '../../../core/index.ts';
import { hasMarkdown } from '../markdown/use-formatter.ts';

/** Messages that are rendered and laid out together. A new message affects only its chunk, however long the chat is. */
export type MessageChunk = {
  messages: readonly ChatMessage[];
  /** The messages around the chunk. The first and last messages of the chunk may belong to their groups. */
  previous: ChatMessage | undefined;
  next: ChatMessage | undefined;
  /** How many of its last messages may be new. */
  newestCount: number;
  /** Near the end of the conversation. */
  isRecent: boolean;
};

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

/** The transcript removes its oldest messages in groups of this size, so the other chunks keep their messages. */
const chunkSize = 20;
/** The visitor's message and the answer to it. */
const newestCount = 2;
const maxGroupGapMs = 5 * 60_000;

/**
 * The chunks of a conversation. An unchanged chunk stays the same object, so it is not rendered again. `previous`: the messages
 * above, which are shown by themselves.
 */
export function createTimeline(
  messages: ReadonlySignal<readonly ChatMessage[]>,
  previous?: ReadonlySignal<readonly ChatMessage[]>,
): ReadonlySignal<readonly MessageChunk[]> {
  let chunks: readonly MessageChunk[] = [];
  return computed(() => {
    chunks = chunkMessages(messages.value, chunks, previous?.value.at(-1));
    return chunks;
  });
}

/** Splits a conversation into chunks. An unchanged chunk is the same object as in `known`, and is not rendered again. */
export function chunkMessages(
  messages: readonly ChatMessage[],
  known: readonly MessageChunk[] = [],
  previous?: ChatMessage,
): readonly MessageChunk[] {
  const knownChunks = new Map(known.map((chunk) => [chunk.messages[0]?.id, chunk]));
  const chunks: MessageChunk[] = [];
  for (let start = 0; start < messages.length; start += chunkSize) {
    const end = start + chunkSize;
    const chunk = {
      messages: messages.slice(start, end),
      previous: messages[start - 1] ?? previous,
      next: messages[end],
      newestCount: Math.max(0, Math.min(end, messages.length) - Math.max(start, messages.length - newestCount)),
      isRecent: end > messages.length - chunkSize,
    };
    const knownChunk = knownChunks.get(messages[start]?.id);
    chunks.push(knownChunk !== undefined && areEqual(chunk, knownChunk) ? knownChunk : chunk);
  }
  return chunks;
}

function areEqual(chunk: MessageChunk, known: MessageChunk): boolean {
  return (
    chunk.messages.length === known.messages.length &&
    chunk.messages.every((message, index) => message === known.messages[index]) &&
    chunk.previous === known.previous &&
    chunk.next === known.next &&
    chunk.newestCount === known.newestCount &&
    chunk.isRecent === known.isRecent
  );
}

/** Groups messages that one person sent in a row. */
export function groupMessages({ messages, previous, next, newestCount }: MessageChunk): TimelineMessage[] {
  const dayOf = createDayReader();
  const previousDay = previous && dayOf(previous);
  const days = messages.map(dayOf);
  return messages.map((message, index) => {
    const following = messages[index + 1] ?? next;
    return {
      message,
      opensDay: days[index] !== (index === 0 ? previousDay : days[index - 1]),
      closesGroup: following === undefined || days[index] !== dayOf(following) || !areInOneGroup(message, following),
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
