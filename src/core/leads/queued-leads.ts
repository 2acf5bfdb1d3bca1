import * as z from 'zod/mini';
import type { Clock } from '../../clock.ts';
import { leadsKey } from '../../options/index.ts';
import { toJson } from '../../protocol/json.ts';
import type { LeadRequest } from '../../protocol/proxy/requests.ts';
import { isForeign, readStored, removeStored, type StorageArea, writeStored } from '../effects/json-storage.ts';
import type { StorageConsent } from '../state/conversation.ts';
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
  storage: StorageArea;
  /** Whether the visitor allows storing. `denied`: what earlier pages have stored moves into memory. */
  storageConsent: StorageConsent;
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
export function createQueuedLeads({ storage, clock, ...deps }: QueuedLeadsDeps) {
  let isPersistent = deps.storageConsent !== 'required';
  let inMemory: QueuedLead[] = [];
  removeExpired();
  if (deps.storageConsent === 'denied') setPersistent(false);

  function readAll(): QueuedLead[] {
    return (readStored(storage, leadsKey, storedLeads)?.leads ?? []).filter((lead) => lead !== null);
  }

  function readSendable(): QueuedLead[] {
    return readAll().filter(({ at }) => clock.now() - at < expiryMs);
  }

  function readCurrent(): QueuedLead[] {
    return isPersistent ? readSendable() : [];
  }

  /** Removes leads that are too old to be sent. As long as the key is stored, every page loads the panel. */
  function removeExpired(): void {
    const leads = readCurrent();
    if (isPersistent && (leads.length === 0 || leads.length < readAll().length)) write(leads);
  }

  /** Returns whether they were stored. */
  function write(leads: readonly QueuedLead[]): boolean {
    if (isForeign(storage, leadsKey)) return false;
    if (leads.length > 0) return writeStored(storage, leadsKey, { leads });
    removeStored(storage, leadsKey);
    return true;
  }

  function add(lead: QueuedLead): void {
    const stored = readCurrent();
    const fits = stored.length < maxStoredLeads && bytesOf(lead.request) <= maxStoredBytes;
    if (!isPersistent || !fits || !write([...stored, lead])) inMemory.push(lead);
  }

  /** Moves the leads into storage, or out of it. */
  function setPersistent(next: boolean): void {
    isPersistent = next;
    if (next) for (const lead of inMemory.splice(0)) add(lead);
    else {
      // Also those of earlier pages, which nobody has read before the visitor's first answer.
      inMemory.push(...readSendable());
      write([]);
    }
  }

  return {
    list: (): QueuedLead[] => [...readCurrent(), ...inMemory],
    placeOf: ({ key }: QueuedLead): LeadPlace => (inMemory.some((lead) => lead.key === key) ? 'memory' : 'storage'),
    add,
    remove({ key }: QueuedLead): void {
      inMemory = inMemory.filter((lead) => lead.key !== key);
      const stored = readCurrent();
      const rest = stored.filter((lead) => lead.key !== key);
      if (rest.length !== stored.length) write(rest);
    },
    /** Returns false if the lead is gone, or if the change could not be stored. */
    change(key: string, changes: Partial<Pick<QueuedLead, 'claimedUntil' | 'request'>>): boolean {
      const isChanged = (lead: QueuedLead) => lead.key === key;
      const change = (lead: QueuedLead) => (isChanged(lead) ? { ...lead, ...changes } : lead);
      inMemory = inMemory.map(change);
      const stored = readCurrent();
      return stored.some(isChanged) ? write(stored.map(change)) : inMemory.some(isChanged);
    },
    setPersistent,
  };
}

function bytesOf(request: LeadRequest): number {
  return new TextEncoder().encode(toJson(request)).length;
}
