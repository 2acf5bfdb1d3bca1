import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../../clock.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { deleteAfter } from '../delivery/housekeeping.ts';
import { isoTime } from '../iso-time.ts';
import { repeat, type Stop } from '../jobs/repeat.ts';
import type { Log } from '../log.ts';
import type { LeadStore } from '../store/create-store.ts';
import { type PhoneResult, withPhone } from './open-store.ts';

export type ErasePhoneResult = PhoneResult<{
  /** Number of leads, scrubbed ones included. */
  erased: number;
  /** Scrubbed leads that cannot be matched with any phone, and by when the last of them is deleted. */
  unidentified?: { leads: number; deletedBy: string };
  /** The number is on the block list and stays there, as a hash. */
  isBlocked?: true;
  /** Another connection kept the write-ahead log from being emptied; a running proxy does that later. */
  isInLog?: true;
}>;

const logAttempts = 20;
const logRetryMs = 250;
const dayMs = 86_400_000;

/**
 * Deletes every lead of a phone from the store, with its calls, enrolments and webhooks, for `leadchat erase --phone`;
 * a proxy may be using the store. The service keeps its data, because its API cannot delete a lead.
 */
export function erasePhone(config: ProxyConfig, text: string): Promise<ErasePhoneResult> {
  return withPhone(config, text, async (store, phone) => {
    const erased = await store.erase({ phone });
    // Before the log is emptied.
    await store.recordErasure({ at: store.now(), leads: erased });
    const { count, lastEndedAt } = await store.countUnidentified();
    const isBlocked = (await store.findBlock(phone)) !== undefined;
    return {
      erased,
      ...(lastEndedAt !== undefined && {
        unidentified: {
          leads: count,
          deletedBy: isoTime(lastEndedAt + deleteAfter(config.retentionDays * dayMs)).slice(0, 10),
        },
      }),
      ...(isBlocked && { isBlocked }),
      ...(!(await isLogEmpty(store)) && { isInLog: true as const }),
    };
  });
}

export type ReportErasuresDeps = { store: Pick<LeadStore, 'takeErasures'>; log: Log; clock: Clock };

/**
 * Logs the erasures of `leadchat erase`. The command is another process, whose output does not reach the log, and a
 * running proxy is not asked. Several proxies of one store log each erasure once.
 */
export function reportErasures({ store, log, clock }: ReportErasuresDeps): Stop {
  return repeat({ clock, log }, { everyMs: 5_000, failedEvent: 'erasures-not-logged' }, async () => {
    // A store that fails is reported elsewhere, and keeps the erasures for later.
    const erasures = await store.takeErasures().catch(() => []);
    for (const { at, leads } of erasures) log.info('phone-erased', { by: 'command', at: isoTime(at), leads });
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
