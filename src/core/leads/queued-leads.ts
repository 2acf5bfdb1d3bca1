import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import { leadsKey } from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import { isForeign, readStored, removeStored, type StorageArea, writeStored } from '../effects/json-storage.ts';
import type { LeadPlace } from '../state/lead.ts';

const queuedLead = z.object({
  /** The idempotency key of all attempts. */
  key: z.string(),
  /** The URL that it is sent to. */
  to: z.string(),
  /** When the visitor left it, in milliseconds since the epoch. */
  at: z.number(),
  /** Until then, a tab is sending it. */
  claimedUntil: z.number(),
  /** Not validated here, because the proxy does. */
  request: z.custom<LeadRequest>((value) => typeof value === 'object' && value !== null),
});
export type QueuedLead = z.infer<typeof queuedLead>;

export type QueuedLeadsDeps = {
  /** Where leads are stored now. Null: they stay in memory. */
  area(): StorageArea | null;
  clock: Clock;
};

const maxStoredLeads = 5;
/** More than a long form in any script needs. A browser stores some megabytes for a site. */
const maxStoredBytes = 100_000;
/** Personal data must not stay in a browser for ever. */
const expiryMs = 72 * 3_600_000;

/** Invalid ones cannot be sent, so they become null and are left out. */
const storedLeads = z.object({ leads: z.array(z.catch(z.nullable(queuedLead), null)) });

/** The queued leads: in storage, which other tabs and later pages share, or in memory if storage is not possible. */
export function createQueuedLeads({ area, clock }: QueuedLeadsDeps) {
  let inMemory: QueuedLead[] = [];
  /** Where other tabs store, although this one no longer does. The leads that wait there are sent from there. */
  let areaOfOthers: StorageArea | null = null;
  removeExpired();

  function readAll(from: StorageArea): QueuedLead[] {
    return (readStored(from, leadsKey, storedLeads)?.leads ?? []).filter((lead) => lead !== null);
  }

  function readSendable(from: StorageArea | null): QueuedLead[] {
    return from === null ? [] : readAll(from).filter(({ at }) => clock.now() - at < expiryMs);
  }

  function storedAreas(): Set<StorageArea | null> {
    return new Set([area(), areaOfOthers]);
  }

  /** Removes leads that are too old to be sent. As long as the key is stored, every page loads the panel. */
  function removeExpired(): void {
    const current = area();
    const leads = readSendable(current);
    if (current !== null && (leads.length === 0 || leads.length < readAll(current).length)) write(current, leads);
  }

  /** Returns whether they were stored. */
  function write(to: StorageArea | null, leads: readonly QueuedLead[]): boolean {
    if (to === null || isForeign(to, leadsKey)) return false;
    if (leads.length > 0) return writeStored(to, leadsKey, { leads });
    removeStored(to, leadsKey);
    return true;
  }

  function add(lead: QueuedLead): void {
    const stored = readSendable(area());
    const fits = stored.length < maxStoredLeads && bytesOf(lead.request) <= maxStoredBytes;
    if (!fits || !write(area(), [...stored, lead])) inMemory.push(lead);
  }

  return {
    list: (): QueuedLead[] => [...[...storedAreas()].flatMap(readSendable), ...inMemory],
    placeOf: ({ key }: QueuedLead): LeadPlace => (inMemory.some((lead) => lead.key === key) ? 'memory' : 'storage'),
    add,
    remove({ key }: QueuedLead): void {
      inMemory = inMemory.filter((lead) => lead.key !== key);
      for (const from of storedAreas()) {
        const stored = readSendable(from);
        const rest = stored.filter((lead) => lead.key !== key);
        if (rest.length !== stored.length) write(from, rest);
      }
    },
    /** Returns false if the lead is gone, or if the change could not be stored. */
    change(key: string, changes: Partial<Pick<QueuedLead, 'claimedUntil' | 'request'>>): boolean {
      const isChanged = (lead: QueuedLead) => lead.key === key;
      const change = (lead: QueuedLead) => (isChanged(lead) ? { ...lead, ...changes } : lead);
      inMemory = inMemory.map(change);
      for (const to of storedAreas()) {
        const stored = readSendable(to);
        if (stored.some(isChanged)) return write(to, stored.map(change));
      }
      return inMemory.some(isChanged);
    },
    /**
     * Takes the leads out of `previous`, and stores those in memory where they are stored now, if anywhere. `ofOthers`: where leads
     * stay, because other tabs store there; undefined if that is as before.
     */
    moveFrom(previous: StorageArea | null, ofOthers = areaOfOthers): void {
      for (const left of [previous, areaOfOthers]) {
        if (left === ofOthers) continue;
        inMemory.push(...readSendable(left));
        write(left, []);
      }
      areaOfOthers = ofOthers;
      for (const lead of inMemory.splice(0)) add(lead);
    },
  };
}

function bytesOf(request: LeadRequest): number {
  return new TextEncoder().encode(toJson(request)).length;
}
