import { setTimeout } from 'node:timers/promises';
import type { ProxyConfig } from '../config/schema.ts';
import { deleteAfter } from '../delivery/housekeeping.ts';
import { isoTime } from '../iso-time.ts';
import { readLiveConfig } from '../settings/live-config.ts';
import type { LeadStore } from '../store/lead-store.ts';
import { readPhoneOption } from '../written-phone.ts';
import { withStore } from './open-store.ts';

export type ErasedPhone = {
  ok: true;
  phone: string;
  /** How a phone without `+` was read. */
  reading?: string;
  /** Number of leads, scrubbed ones included. */
  erased: number;
  /** Scrubbed leads that cannot be matched with any phone, and by when the last of them is deleted. */
  unidentified?: { leads: number; deletedBy: string };
  /** The number is on the block list and stays there, as a hash. */
  isBlocked?: true;
  /** Another connection kept the write-ahead log from being emptied; a running proxy does that later. */
  isInLog?: true;
};
export type ErasePhoneResult = ErasedPhone | { ok: false; message: string };

const logAttempts = 20;
const logRetryMs = 250;
const dayMs = 86_400_000;

/**
 * Deletes every lead of a phone from the store, with its calls, enrolments and webhooks, for `leadchat erase --phone`;
 * a proxy may be using the store. The service keeps its data, because its API cannot delete a lead.
 */
export function erasePhone(config: ProxyConfig, text: string): Promise<ErasePhoneResult> {
  return withStore(config, { mustExist: true }, async (store) => {
    const live = await readLiveConfig(config, store);
    const read = readPhoneOption(text, live.config.value);
    if (!read.ok) return read;
    const erased = await store.erase({ phone: read.phone });
    // Before the log is emptied.
    await store.recordErasure({ at: Date.now(), leads: erased });
    const { count, lastEndedAt } = await store.countUnidentified();
    return {
      ...read,
      erased,
      ...(lastEndedAt !== undefined && {
        unidentified: {
          leads: count,
          deletedBy: isoTime(lastEndedAt + deleteAfter(config.retentionDays * dayMs)).slice(0, 10),
        },
      }),
      ...((await store.findBlock(read.phone)) !== undefined && { isBlocked: true }),
      ...(!(await isLogEmpty(store)) && { isInLog: true }),
    };
  });
}

/** Waits a few seconds for connections that are reading what was deleted. */
async function isLogEmpty(store: Pick<LeadStore, 'emptyLog'>): Promise<boolean> {
  for (let attempt = 1; attempt <= logAttempts; attempt++) {
    if (await store.emptyLog()) return true;
    await setTimeout(logRetryMs);
  }
  return false;
}
