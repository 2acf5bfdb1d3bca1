import type { Delivery } from './message.ts';
import type { OutboxEntry } from './persisted-conversation.ts';

const mostEntries = 100;
const mostCharacters = 65_536;
/** Who comes back later than this has forgotten what was typed: it is sent again only on a click. */
const expiryMs = 600_000;
/** The first time, and once more after a drop. */
const mostSends = 2;

/**
 * The visitor's messages that are not confirmed, in order. It does no I/O: `report` hears of each change of a
 * message's delivery.
 *
 * queued → sent → confirmed. When the socket drops, a sent message is queued again once; the second time it is
 * not-delivered, like one that waited too long or found no place.
 */
export function createOutbox(report: (id: string, delivery: Delivery) => void) {
  let entries: readonly OutboxEntry[] = [];

  /** Replaces each entry by what `next` makes of it, and takes out what is no longer on its way. */
  function update(next: (entry: OutboxEntry) => OutboxEntry | 'confirmed' | 'not-delivered'): void {
    const reports: [string, Delivery][] = [];
    entries = entries.flatMap((entry) => {
      const result = next(entry);
      if (result === entry) return [entry];
      if (typeof result !== 'string') {
        reports.push([entry.id, result.sent ? 'sent' : 'queued']);
        return [result];
      }
      reports.push([entry.id, result]);
      return [];
    });
    for (const [id, delivery] of reports) report(id, delivery);
  }

  return {
    get entries() {
      return entries;
    },
    /** False when there is no place: the message is not delivered. */
    add(id: string, text: string, at: number): boolean {
      const characters = entries.reduce((sum, entry) => sum + entry.text.length, text.length);
      if (entries.length >= mostEntries || characters > mostCharacters) return false;
      if (!entries.some((entry) => entry.id === id)) entries = [...entries, { id, text, at, sends: 0, sent: false }];
      return true;
    },
    /** Hands over what waits, in order, until `send` says that there is no open socket. */
    flush(send: (text: string) => boolean): void {
      let open = true;
      update((entry) => {
        if (!open || entry.sent) return entry;
        open = send(entry.text);
        return open ? { ...entry, sent: true, sends: entry.sends + 1 } : entry;
      });
    },
    confirm(): void {
      update((entry) => (entry.sent ? 'confirmed' : entry));
    },
    dropped(): void {
      update((entry) => {
        if (!entry.sent) return entry;
        return entry.sends < mostSends ? { ...entry, sent: false } : 'not-delivered';
      });
    },
    /** The conversation is over: nothing may go into another one. */
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
    restore(kept: readonly OutboxEntry[]): void {
      entries = kept;
    },
  };
}
export type Outbox = ReturnType<typeof createOutbox>;
