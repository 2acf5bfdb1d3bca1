import type { Clock } from '../../clock.ts';
import { timestampOf } from '../timestamp.ts';

export type JournalEntry = {
  at: string;
  /** `SOCKET` for a handshake. */
  method: string;
  path: string;
  query: Record<string, string>;
  /** Whether the bearer key was right; the key itself is never written down. */
  key: 'right' | 'wrong' | 'none';
  /** The body as JSON, or the beginning of what was no JSON or too long. */
  body: unknown;
  /** Null when no answer was given. */
  status: number | null;
  /** The fault that befell it. */
  fault: string | null;
};

export type Journal = ReturnType<typeof createJournal>;

const maxEntries = 1000;
const maxText = 2000;

/** The last thousand requests, oldest first. */
export function createJournal(clock: Clock) {
  let entries: JournalEntry[] = [];
  return {
    add(entry: Omit<JournalEntry, 'at'>): void {
      entries.push({ ...entry, at: timestampOf(clock.now()), path: entry.path.slice(0, maxText) });
      // Dropping a tenth at a time keeps adding cheap.
      if (entries.length > maxEntries * 1.1) entries = entries.slice(-maxEntries);
    },
    clear(): void {
      entries = [];
    },
    all: (): readonly JournalEntry[] => entries.slice(-maxEntries),
  };
}

/** A body as the journal keeps it. `value` is what its text was parsed to, if it was. */
export function bodyForJournal(text: string, value: unknown): unknown {
  return value === undefined || text.length > maxText ? text.slice(0, maxText) : value;
}
