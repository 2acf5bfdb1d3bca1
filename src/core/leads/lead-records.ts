import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import { leadsKey } from '../../options/index.ts';
import type { LeadRequest } from '../../protocol/index.ts';

const leadRecord = z.object({
  /** The idempotency key of all attempts. */
  key: z.string(),
  to: z.string(),
  at: z.number(),
  /** A tab is sending it until then. */
  claimedUntil: z.number(),
  /** The proxy validates it, as it does for the leads of other builds. */
  request: z.custom<LeadRequest>((value) => typeof value === 'object' && value !== null),
});
export type LeadRecord = z.infer<typeof leadRecord>;

export type LeadRecordsDeps = {
  /** Undefined: leads wait in memory. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined;
  /** Whether the visitor allows storing. */
  isPersistent: boolean;
  clock: Clock;
};

const maxStoredRecords = 5;
/** The largest body that the proxy takes. */
const maxRecordLength = 16_384;
/** Personal data must not lie in a browser for ever. */
const expiryMs = 72 * 3_600_000;

/** The leads that wait: in storage, shared with other tabs and later pages, or in memory where storage takes none. */
export function createLeadRecords({ storage, clock, ...deps }: LeadRecordsDeps) {
  let isPersistent = deps.isPersistent;
  let inMemory: LeadRecord[] = [];
  removeExpired();

  function readStored(): LeadRecord[] {
    if (!isPersistent) return [];
    try {
      return parseRecords(storage?.getItem(leadsKey)).filter(({ at }) => clock.now() - at < expiryMs);
    } catch {
      return [];
    }
  }

  /** Any key of the widget makes every page load the panel, so leads that cannot be sent any more must not stay. */
  function removeExpired(): void {
    if (!isPersistent) return;
    try {
      const text = storage?.getItem(leadsKey) ?? null;
      const records = readStored();
      if (text !== null && (records.length === 0 || records.length < parseRecords(text).length)) writeStored(records);
    } catch {
      // Blocked: nothing is stored.
    }
  }

  /** Returns whether it worked. */
  function writeStored(records: readonly LeadRecord[]): boolean {
    try {
      if (records.length > 0) storage?.setItem(leadsKey, JSON.stringify(records));
      else storage?.removeItem(leadsKey);
      return storage !== undefined;
    } catch {
      return false;
    }
  }

  function add(record: LeadRecord): 'storage' | 'memory' {
    const stored = readStored();
    const fits = stored.length < maxStoredRecords && JSON.stringify(record).length <= maxRecordLength;
    if (isPersistent && fits && writeStored([...stored, record])) return 'storage';
    inMemory.push(record);
    return 'memory';
  }

  return {
    list: (): LeadRecord[] => [...readStored(), ...inMemory],
    isInMemory: ({ key }: LeadRecord) => inMemory.some((record) => record.key === key),
    add,
    remove({ key }: LeadRecord): void {
      inMemory = inMemory.filter((record) => record.key !== key);
      const stored = readStored();
      const rest = stored.filter((record) => record.key !== key);
      if (rest.length !== stored.length) writeStored(rest);
    },
    change(key: string, changes: Partial<Pick<LeadRecord, 'claimedUntil' | 'request'>>): void {
      const changed = (record: LeadRecord) => (record.key === key ? { ...record, ...changes } : record);
      inMemory = inMemory.map(changed);
      const stored = readStored();
      if (stored.some((record) => record.key === key)) writeStored(stored.map(changed));
    },
    /** Moves the leads into storage, or out of it. */
    setPersistent(next: boolean): void {
      if (next === isPersistent) return;
      if (!next) {
        inMemory.push(...readStored());
        writeStored([]);
      }
      isPersistent = next;
      if (next) for (const record of inMemory.splice(0)) add(record);
    },
  };
}

/** Throws for text that is no JSON. What is no record cannot be sent, and is left out. */
function parseRecords(text: string | null | undefined): LeadRecord[] {
  const list: unknown = JSON.parse(text ?? '[]');
  return Array.isArray(list) ? list.flatMap((item) => leadRecord.safeParse(item).data ?? []) : [];
}
