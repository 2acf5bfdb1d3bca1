import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import { leadsKey } from '../../options/index.ts';
import type { LeadRequest } from '../../protocol/index.ts';
import { isForeign, readStored, removeStored, type StorageArea, writeStored } from '../effects/json-storage.ts';

const leadRecord = z.object({
  /** The idempotency key of all attempts. */
  key: z.string(),
  to: z.string(),
  at: z.number(),
  /** Until then, a tab is sending it. */
  claimedUntil: z.number(),
  /** Not validated here, because the proxy does. */
  request: z.custom<LeadRequest>((value) => typeof value === 'object' && value !== null),
});
export type LeadRecord = z.infer<typeof leadRecord>;

export type LeadRecordsDeps = {
  /** Undefined: leads are queued in memory. */
  storage: StorageArea | undefined;
  /** Whether the visitor allows storing. */
  isPersistent: boolean;
  clock: Clock;
};

const maxStoredRecords = 5;
/** The largest body that the proxy accepts. */
const maxRecordLength = 16_384;
/** Personal data must not stay in a browser for ever. */
const expiryMs = 72 * 3_600_000;

/** Invalid records cannot be sent, so they become null and are left out. */
const storedRecords = z.object({ leads: z.array(z.catch(z.nullable(leadRecord), null)) });

/** The queued leads: in storage, which other tabs and later pages share, or in memory if storage is not possible. */
export function createLeadRecords({ storage, clock, ...deps }: LeadRecordsDeps) {
  let isPersistent = deps.isPersistent;
  let inMemory: LeadRecord[] = [];
  removeExpired();

  function readAll(): LeadRecord[] {
    return (readStored(storage, leadsKey, storedRecords)?.leads ?? []).filter((record) => record !== null);
  }

  function readCurrent(): LeadRecord[] {
    return isPersistent ? readAll().filter(({ at }) => clock.now() - at < expiryMs) : [];
  }

  /** Removes leads that are too old to be sent. As long as the key is stored, every page loads the panel. */
  function removeExpired(): void {
    const records = readCurrent();
    if (isPersistent && (records.length === 0 || records.length < readAll().length)) write(records);
  }

  /** Returns whether the records were stored. */
  function write(records: readonly LeadRecord[]): boolean {
    if (storage === undefined || isForeign(storage, leadsKey)) return false;
    if (records.length > 0) return writeStored(storage, leadsKey, { leads: records });
    removeStored(storage, leadsKey);
    return true;
  }

  function add(record: LeadRecord): 'storage' | 'memory' {
    const stored = readCurrent();
    const fits = stored.length < maxStoredRecords && JSON.stringify(record).length <= maxRecordLength;
    if (isPersistent && fits && write([...stored, record])) return 'storage';
    inMemory.push(record);
    return 'memory';
  }

  return {
    list: (): LeadRecord[] => [...readCurrent(), ...inMemory],
    isInMemory: ({ key }: LeadRecord) => inMemory.some((record) => record.key === key),
    add,
    remove({ key }: LeadRecord): void {
      inMemory = inMemory.filter((record) => record.key !== key);
      const stored = readCurrent();
      const rest = stored.filter((record) => record.key !== key);
      if (rest.length !== stored.length) write(rest);
    },
    change(key: string, changes: Partial<Pick<LeadRecord, 'claimedUntil' | 'request'>>): void {
      const changed = (record: LeadRecord) => (record.key === key ? { ...record, ...changes } : record);
      inMemory = inMemory.map(changed);
      const stored = readCurrent();
      if (stored.some((record) => record.key === key)) write(stored.map(changed));
    },
    /** Moves the leads into storage, or out of it. */
    setPersistent(next: boolean): void {
      if (next === isPersistent) return;
      if (!next) {
        inMemory.push(...readCurrent());
        write([]);
      }
      isPersistent = next;
      if (next) for (const record of inMemory.splice(0)) add(record);
    },
  };
}
