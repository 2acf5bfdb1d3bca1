import type { ChatMessage, Delivery } from './message.ts';

/** More are not kept: an open chat must not grow without end. */
const longest = 500;
/** Older ones go so many at once: what is drawn then changes at its beginning for one message in twenty, not for each. */
const goAtOnce = 20;

/**
 * The messages of a conversation in order, each id once.
 *
 * Whether a resumed conversation replays its history is not shown (`assumptions.historyOnResume`). So a frame with a
 * known id changes nothing, and unknown ones are put at the end, until a known one follows that belongs behind them:
 * then they were a gap in our copy, and are moved into it.
 */
export function createTranscript() {
  let messages: readonly ChatMessage[] = [];
  /** Unknown ids since the last known one, and that one. */
  let run: string[] = [];
  let lastKnown: string | undefined;

  const indexOf = (id: string | undefined) => messages.findIndex((message) => message.id === id);

  function append(message: ChatMessage): void {
    messages = [...messages.slice(messages.length < longest ? 0 : goAtOnce), message];
  }

  function moveRunBefore(index: number, at: number): void {
    const moved = messages.filter(({ id }) => run.includes(id)).map((message) => ({ ...message, at }));
    const before = messages.slice(0, index).filter(({ id }) => !run.includes(id));
    messages = [...before, ...moved, ...messages.slice(index).filter(({ id }) => !run.includes(id))];
  }

  return {
    get messages() {
      return messages;
    },
    /** A message from the service; false when it is known. */
    receive(message: ChatMessage): boolean {
      const index = indexOf(message.id);
      const known = messages[index];
      if (known === undefined) {
        append(message);
        run.push(message.id);
        return true;
      }
      if (!run.includes(known.id)) {
        if (run.length > 0 && index > indexOf(lastKnown)) moveRunBefore(index, known.at);
        run = [];
        lastKnown = known.id;
      }
      return false;
    },
    /** A new socket: what it replays has nothing to do with what the last one sent. */
    beginReplay(): void {
      run = [];
      lastKnown = undefined;
    },
    add: append,
    setDelivery(id: string, delivery: Delivery): void {
      messages = messages.map((message) => (message.id === id ? { ...message, delivery } : message));
    },
    replace(next: readonly ChatMessage[]): void {
      messages = next.slice(-longest);
      run = [];
      lastKnown = undefined;
    },
  };
}
export type Transcript = ReturnType<typeof createTranscript>;
