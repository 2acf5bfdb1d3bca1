import type { OutboxEntry } from './conversation-state.ts';
import type { ChatMessage, Delivery } from './message.ts';

/** Limits the memory of a chat that stays open. */
const maxMessages = 500;
/** Old messages are removed in groups, so the beginning of the list changes with every twentieth message only. */
const removedAtOnce = 20;

/** `latest`: new, and after all known messages. `gap`: new, but the known history was not replayed yet. */
export type Receipt = 'known' | 'latest' | 'gap';

/**
 * The messages of a conversation in order, each id once.
 *
 * The service may or may not replay the history of a resumed conversation (`assumptions.historyOnResume`). So a message with
 * a known id changes nothing, and an unknown one is appended. If a known message follows that is later than the unknown
 * ones, they were missing in our copy, and are moved before it.
 */
export function createTranscript() {
  let messages: readonly ChatMessage[] = [];
  /** New ids since the last known one. */
  let unknownIds: string[] = [];
  let lastKnownId: string | undefined;
  /** The newest message of the service when this socket opened. */
  let newestId: string | undefined;

  const indexOf = (id: string | undefined) => messages.findIndex((message) => message.id === id);

  function append(message: ChatMessage): void {
    messages = [...messages.slice(messages.length < maxMessages ? 0 : removedAtOnce), message];
  }

  function moveUnknownBefore(index: number, at: number): void {
    const isMoved = ({ id }: ChatMessage) => unknownIds.includes(id);
    const moved = messages.filter(isMoved).map((message) => ({ ...message, at }));
    const before = messages.slice(0, index).filter((message) => !isMoved(message));
    messages = [...before, ...moved, ...messages.slice(index).filter((message) => !isMoved(message))];
  }

  function forgetReplay(): void {
    unknownIds = [];
    lastKnownId = undefined;
  }

  return {
    get messages() {
      return messages;
    },
    has: (id: string) => indexOf(id) !== -1,
    find: (id: string) => messages[indexOf(id)],
    /** Takes a message from the service. */
    receive(message: ChatMessage): Receipt {
      const index = indexOf(message.id);
      const known = messages[index];
      if (known === undefined) {
        append(message);
        unknownIds.push(message.id);
        return newestId === undefined || lastKnownId === newestId ? 'latest' : 'gap';
      }
      if (!unknownIds.includes(known.id)) {
        if (unknownIds.length > 0 && index > indexOf(lastKnownId)) moveUnknownBefore(index, known.at);
        unknownIds = [];
        lastKnownId = known.id;
      }
      return 'known';
    },
    /** A new socket is open. Its replay does not continue that of the last socket. */
    startReplay(): void {
      forgetReplay();
      newestId = messages.findLast(({ from }) => from === 'agent')?.id;
    },
    append,
    setDelivery(id: string, delivery: Delivery): void {
      messages = messages.map((message) => (message.id === id ? { ...message, delivery } : message));
    },
    replace(next: readonly ChatMessage[]): void {
      messages = next.slice(-maxMessages);
      forgetReplay();
    },
  };
}
export type Transcript = ReturnType<typeof createTranscript>;

/**
 * Stored messages with their current delivery: `queued` or `sent` in the outbox, and `not-delivered` if they were on their
 * way in a tab that is gone. Messages that only the outbox has are appended.
 */
export function withOutbox(messages: readonly ChatMessage[], entries: readonly OutboxEntry[]): readonly ChatMessage[] {
  const missing = new Map(entries.map((entry) => [entry.id, entry]));
  const shown = messages.map((message): ChatMessage => {
    const entry = missing.get(message.id);
    if (entry !== undefined) {
      missing.delete(message.id);
      return { ...message, delivery: entry.sent ? 'sent' : 'queued' };
    }
    const wasOnItsWay = message.delivery === 'queued' || message.delivery === 'sent';
    return wasOnItsWay ? { ...message, delivery: 'not-delivered' } : message;
  });
  const added = [...missing.values()].map(({ id, text, at, sent }): ChatMessage => {
    return { id, from: 'visitor', text, at, delivery: sent ? 'sent' : 'queued' };
  });
  return [...shown, ...added];
}
