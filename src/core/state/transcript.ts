import type { ChatMessage } from './message.ts';

type Messages = readonly ChatMessage[];

/** What the current socket has replayed of the history so far. */
export type Replay = {
  /** The newest message of the service when the socket opened. */
  readonly newestId: string | undefined;
  readonly lastKnownId: string | undefined;
  /** New ids since the last known one. */
  readonly unknownIds: readonly string[];
};

/** `latest`: new, and after all known messages. `gap`: new, but the known history was not replayed yet. */
export type Receipt = 'known' | 'latest' | 'gap';

/** Limits the memory of a chat that stays open. */
const maxMessages = 500;
/** Old messages are removed in groups, so the beginning of the list changes with every twentieth message only. */
const removedAtOnce = 20;

export const noReplay: Replay = { newestId: undefined, lastKnownId: undefined, unknownIds: [] };

/** A new socket is open. Its replay does not continue that of the last socket. */
export function startReplay(messages: Messages): Replay {
  return { ...noReplay, newestId: messages.findLast(({ from }) => from === 'agent')?.id };
}

/*
 * The service may or may not replay the history of a resumed conversation (`assumptions.historyOnResume`). So a message with
 * a known id changes nothing, and an unknown one is appended. If a known message follows that is later than the unknown
 * ones, they were missing in our copy, and are moved before it.
 */

export function receiptOf(messages: Messages, replay: Replay, id: string): Receipt {
  if (hasMessage(messages, id)) return 'known';
  return isOver(replay) ? 'latest' : 'gap';
}

/** The service has replayed a message that the transcript does not have. */
export function replayUnknown(replay: Replay, id: string): Replay {
  // Older ones are no longer in the list. Without a limit, a flood of messages would copy longer and longer lists.
  return { ...replay, unknownIds: [...replay.unknownIds.slice(1 - maxMessages), id] };
}

/** The service has replayed a message that the transcript has. */
export function replayKnown(messages: Messages, replay: Replay, id: string): { messages: Messages; replay: Replay } {
  const { newestId, lastKnownId, unknownIds } = replay;
  if (isOver(replay) || unknownIds.includes(id)) return { messages, replay };
  const index = indexOf(messages, id);
  const isGapBefore = unknownIds.length > 0 && index > indexOf(messages, lastKnownId);
  return {
    messages: isGapBefore ? moveBefore(messages, unknownIds, index) : messages,
    replay: { newestId, lastKnownId: id, unknownIds: [] },
  };
}

/** Whether the known history was replayed. What comes now is new. */
function isOver({ newestId, lastKnownId }: Replay): boolean {
  return newestId === undefined || lastKnownId === newestId;
}

export function hasMessage(messages: Messages, id: string): boolean {
  return indexOf(messages, id) !== -1;
}

export function appendMessage(messages: Messages, message: ChatMessage): Messages {
  // Spreading would copy the list twice, which was nearly half of what a burst of messages allocated.
  return (messages.length < maxMessages ? messages : messages.slice(removedAtOnce)).concat(message);
}

export function latestMessages(messages: Messages): Messages {
  return messages.slice(-maxMessages);
}

/** A loop, because each frame of a burst looks through all messages, and a callback for each would take twice as long. */
function indexOf(messages: Messages, id: string | undefined): number {
  for (let index = messages.length - 1; index >= 0; index--) if (messages[index]?.id === id) return index;
  return -1;
}

function moveBefore(messages: Messages, ids: readonly string[], index: number): Messages {
  const { at } = messages[index] ?? { at: 0 };
  const isMoved = ({ id }: ChatMessage) => ids.includes(id);
  const moved = messages.filter(isMoved).map((message) => ({ ...message, at }));
  const before = messages.slice(0, index).filter((message) => !isMoved(message));
  return [...before, ...moved, ...messages.slice(index).filter((message) => !isMoved(message))];
}

/** The greeting answers nothing, and several messages in a row are one answer. */
export function countAnswers(messages: readonly ChatMessage[]): number {
  return messages.filter(({ from }, index) => from === 'agent' && messages[index - 1]?.from === 'visitor').length;
}
