import type { ChatMessage } from './message.ts';
import { isInOutbox } from './outbox.ts';

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

/**
 * Adds a message of the service.
 *
 * The service may or may not replay the history of a resumed conversation (`assumptions.historyOnResume`). So a message with
 * a known id changes nothing, and an unknown one is appended. If a known message follows that is later than the unknown
 * ones, they were missing in our copy, and are moved before it.
 */
export function receiveMessage(
  messages: Messages,
  replay: Replay,
  message: ChatMessage,
): { messages: Messages; replay: Replay; receipt: Receipt } {
  const { newestId, lastKnownId, unknownIds } = replay;
  const index = indexOf(messages, message.id);
  const known = messages[index];
  if (known === undefined) {
    const receipt = newestId === undefined || lastKnownId === newestId ? 'latest' : 'gap';
    // Older ones are no longer in the list. Without a limit, a flood of messages would copy longer and longer lists.
    const next = { ...replay, unknownIds: [...unknownIds.slice(1 - maxMessages), message.id] };
    return { messages: appendMessage(messages, message), replay: next, receipt };
  }
  if (unknownIds.includes(known.id)) return { messages, replay, receipt: 'known' };
  const isGapBefore = unknownIds.length > 0 && index > indexOf(messages, lastKnownId);
  return {
    messages: isGapBefore ? moveBefore(messages, unknownIds, index) : messages,
    replay: { newestId, lastKnownId: known.id, unknownIds: [] },
    receipt: 'known',
  };
}

export function hasMessage(messages: Messages, id: string): boolean {
  return indexOf(messages, id) !== -1;
}

export function appendMessage(messages: Messages, message: ChatMessage): Messages {
  return [...(messages.length < maxMessages ? messages : withoutOldest(messages)), message];
}

/** Keeps unsent messages. */
function withoutOldest(messages: Messages): Messages {
  return [...messages.slice(0, removedAtOnce).filter(isInOutbox), ...messages.slice(removedAtOnce)];
}

export function latestMessages(messages: Messages): Messages {
  return messages.slice(-maxMessages);
}

/**
 * Stored messages with those of a tab's outbox. The others that are stored as `queued` or `sent` were on their way in a tab
 * that is gone. Messages that only the outbox has are appended.
 */
export function withOutbox(messages: Messages, outbox: Messages): Messages {
  const missing = new Map(outbox.map((message) => [message.id, message]));
  const known = messages.map((message): ChatMessage => {
    const unsent = missing.get(message.id);
    missing.delete(message.id);
    // Another tab may have sent it meanwhile.
    return isInOutbox(message) ? (unsent ?? { ...message, delivery: 'not-delivered' }) : message;
  });
  return [...known, ...missing.values()];
}

function indexOf(messages: Messages, id: string | undefined): number {
  return messages.findIndex((message) => message.id === id);
}

function moveBefore(messages: Messages, ids: readonly string[], index: number): Messages {
  const { at } = messages[index] ?? { at: 0 };
  const isMoved = ({ id }: ChatMessage) => ids.includes(id);
  const moved = messages.filter(isMoved).map((message) => ({ ...message, at }));
  const before = messages.slice(0, index).filter((message) => !isMoved(message));
  return [...before, ...moved, ...messages.slice(index).filter((message) => !isMoved(message))];
}
