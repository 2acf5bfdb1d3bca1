import type { Clock } from '../clock.ts';
import { isoTime } from './iso-time.ts';
import { repeat, type Stop } from './jobs/repeat.ts';
import type { Log } from './log.ts';
import type { LeadStore } from './store/lead-store.ts';

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
