import type { OutboxEntry } from './conversation-state.ts';
import type { Delivery } from './message.ts';

const maxEntries = 100;
const maxCharacters = 65_536;
/** An older message is sent only after a click, because the visitor may have forgotten it. */
const expiryMs = 600_000;
/** The first attempt, and one more after a drop. */
const maxSends = 2;

/**
 * The visitor's messages that are not confirmed, in order. It does no I/O: `onChange` receives each change of a message's
 * delivery.
 *
 * queued → sent → confirmed. When the socket drops, a sent message is queued again once; the second time it becomes
 * not-delivered, like one that waited too long or found no room.
 */
export function createOutbox(onChange: (id: string, delivery: Delivery) => void) {
  let entries: readonly OutboxEntry[] = [];

  /** Replaces each entry by the result of `next`, and removes those that are settled. */
  function update(next: (entry: OutboxEntry) => OutboxEntry | 'confirmed' | 'not-delivered'): void {
    const changes: [string, Delivery][] = [];
    entries = entries.flatMap((entry) => {
      const result = next(entry);
      if (result === entry) return [entry];
      if (typeof result !== 'string') {
        changes.push([entry.id, result.sent ? 'sent' : 'queued']);
        return [result];
      }
      changes.push([entry.id, result]);
      return [];
    });
    for (const [id, delivery] of changes) onChange(id, delivery);
  }

  return {
    get entries() {
      return entries;
    },
    /** Returns false if the outbox is full; the message is then not delivered. */
    add(id: string, text: string, at: number): boolean {
      const characterCount = entries.reduce((sum, entry) => sum + entry.text.length, text.length);
      if (entries.length >= maxEntries || characterCount > maxCharacters) return false;
      if (!entries.some((entry) => entry.id === id)) entries = [...entries, { id, text, at, sends: 0, sent: false }];
      return true;
    },
    /** Sends the queued messages in order, until `send` returns false because no socket is open. */
    flush(send: (text: string) => boolean): void {
      let isOpen = true;
      update((entry) => {
        if (!isOpen || entry.sent) return entry;
        isOpen = send(entry.text);
        return isOpen ? { ...entry, sent: true, sends: entry.sends + 1 } : entry;
      });
    },
    confirm(): void {
      update((entry) => (entry.sent ? 'confirmed' : entry));
    },
    dropped(): void {
      update((entry) => {
        if (!entry.sent) return entry;
        return entry.sends < maxSends ? { ...entry, sent: false } : 'not-delivered';
      });
    },
    /** The conversation is over. Its unsent messages must not be sent in another one. */
    abandon(): void {
      update(() => 'not-delivered');
    },
    expire(now: number): void {
      update((entry) => (!entry.sent && now - entry.at >= expiryMs ? 'not-delivered' : entry));
    },
    /** When the next entry expires; undefined when none will. */
    expiresAt(): number | undefined {
      const waiting = entries.filter((entry) => !entry.sent).map((entry) => entry.at + expiryMs);
      return waiting.length === 0 ? undefined : Math.min(...waiting);
    },
    restore(restored: readonly OutboxEntry[]): void {
      entries = restored;
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
