import type { Clock } from '../../clock.ts';
import type { Log } from '../log.ts';
import type { DeliveryQueue } from '../store/delivery-queue.ts';
import { unreadableReason } from '../store/steps.ts';
import { isStoreError } from '../store/store-error.ts';
import type { StoredLead } from '../store/stored-lead.ts';
import type { Breaker } from './breaker.ts';

export type ClaimLoopDeps = {
  store: Pick<DeliveryQueue, 'claim' | 'giveBack'>;
  clock: Clock;
  log: Log;
  breaker: Breaker;
  deliver(lead: StoredLead): Promise<void>;
};

export type ClaimLoopOptions = {
  owner: string;
  concurrency: number;
  leaseMs: number;
  pollMs: number;
};

/** Claims due leads and delivers them, as many at the same time as allowed. */
export function createClaimLoop({ owner, concurrency, leaseMs, pollMs }: ClaimLoopOptions, deps: ClaimLoopDeps) {
  const { store, clock, log, breaker } = deps;
  const running = new Map<string, Promise<void>>();
  let isStarted = false;
  let shouldClaim = false;
  let claiming: Promise<void> | undefined;
  let cancelWake = () => {};

  const wakeAt = (at: number) => {
    cancelWake();
    cancelWake = isStarted ? clock.after(Math.max(0, at - clock.now()), wake) : () => {};
  };

  const run = async (lead: StoredLead) => {
    try {
      await deps.deliver(lead);
    } catch (error) {
      log.error('delivery-interrupted', error, { lead: lead.id, code: isStoreError(error) ? error.code : 'fault' });
      // The lead is claimed again and continues from its last checkpoint: at once in the next process, and after a pause
      // in this one, where the same may happen again.
      await giveBack({ leads: [lead.id], nextAt: clock.now() + (isStarted ? leaseMs : 0) });
    } finally {
      running.delete(lead.id);
      wake();
    }
  };

  const giveBack = async (leases: { nextAt: number } & ({ leads: string[] } | { except: string[] })) => {
    // If this fails too, the leases end by themselves, because nobody renews them.
    await store.giveBack({ owner, ...leases }).catch(() => {});
  };

  /** How many leads may be claimed now: none while the breaker is open, one to probe. */
  const freeSlots = () => {
    const gate = breaker.status().state;
    if (gate === 'open') return 0;
    if (gate === 'half-open') return running.size > 0 ? 0 : 1;
    return concurrency - running.size;
  };

  const claim = async () => {
    const gate = breaker.status();
    if (gate.state === 'open') wakeAt(gate.probeAt);
    const limit = freeSlots();
    if (limit <= 0) return;
    const now = clock.now();
    const { leads, unreadable, nextAt } = await store.claim({ owner, now, leaseMs, limit });
    for (const lead of unreadable) log.warn('lead-held', { lead, reason: unreadableReason });
    // They took the place of others.
    if (unreadable.length > 0) shouldClaim = true;
    for (const lead of leads) {
      // A lead that is still in flight here had lost its lease; the claim renewed it.
      if (!running.has(lead.id)) running.set(lead.id, run(lead));
    }
    // After a full claim, the next claim follows the end of a delivery.
    wakeAt(Math.min(now + pollMs, leads.length === limit ? Number.POSITIVE_INFINITY : (nextAt ?? now + pollMs)));
  };

  const claimAll = async () => {
    try {
      while (shouldClaim && isStarted) {
        shouldClaim = false;
        await claim();
      }
    } catch (error) {
      log.error('claim-failed', error, { code: isStoreError(error) ? error.code : 'fault' });
      // The claim may be committed although its result is lost.
      await giveBack({ except: [...running.keys()], nextAt: clock.now() });
      wakeAt(clock.now() + pollMs);
    } finally {
      claiming = undefined;
    }
  };

  function wake(): void {
    shouldClaim = true;
    if (isStarted) claiming ??= claimAll();
  }

  return {
    /** The leads that are being delivered. */
    get running(): readonly string[] {
      return [...running.keys()];
    },
    start(): void {
      isStarted = true;
      wake();
    },
    /** Looks for due leads now. */
    wake,
    /** Claims no more, and waits for the claim and the deliveries in flight. */
    async stop(): Promise<void> {
      isStarted = false;
      cancelWake();
      await claiming;
      await Promise.all(running.values());
    },
  };
}
