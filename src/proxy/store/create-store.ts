import { type CapacityLimits, createCapacityGuard, type Disk } from './capacity-guard.ts';
import { createAuditLog } from './queries/audit-log.ts';
import { createBlockList, createBlockLookup } from './queries/block-list.ts';
import { createCallDecisions } from './queries/call-decisions.ts';
import { createCallLog } from './queries/call-log.ts';
import { createClockChanges } from './queries/clock-changes.ts';
import { createDeliveryQueue } from './queries/delivery-queue.ts';
import { createFunnel } from './queries/funnel.ts';
import { createLeadChanges } from './queries/lead-changes.ts';
import { createLeadIntake } from './queries/lead-intake.ts';
import { createLeadLists } from './queries/lead-lists.ts';
import { createLeadWriter } from './queries/lead-writer.ts';
import { createMilestones } from './queries/milestones.ts';
import { createNotes } from './queries/notes.ts';
import { createPersonalData } from './queries/personal-data.ts';
import { createRatings } from './queries/ratings.ts';
import { createRetentionClock } from './queries/retention-clock.ts';
import { createSavedReceivers } from './queries/saved-receivers.ts';
import { createSettingsStore } from './queries/settings-store.ts';
import { createSweep } from './queries/sweep.ts';
import { createWebhookQueue } from './queries/webhook-queue.ts';
import { createPhoneHasher, type StoreContext } from './store-context.ts';
import type { StoreOwner } from './store-owner.ts';
import type { WebhookReceiver } from './webhook-rows.ts';

export type StoreOptions = CapacityLimits & {
  /** Receivers of webhooks. @default none */
  receivers?: readonly WebhookReceiver[];
  /** Writes webhooks also for the receivers that are saved in the store. @default false */
  hasSavedReceivers?: boolean;
  /** Opens only an existing store of leadchat, and creates none. @default false */
  mustExist?: boolean;
  /** The service that the store must belong to. @default any */
  owner?: StoreOwner;
  /** The key of the hashes of scrubbed leads' phones. @default nothing is kept of them */
  phoneSecret?: string;
  /** Reads the clock. @default Date.now, and on Postgres the database's */
  now?: () => number;
};

/** What the drivers do differently. */
export type StoreDriver = Pick<StoreContext, 'database' | 'dashboard' | 'notify' | 'emptyLog'> & {
  /** Absent if the database is on another machine. */
  disk?: Disk;
  /** Calls `listener` when a lead or a webhook may be due, because it was stored, released or replayed in this or another proxy. */
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
};

/** The store on any database that has a driver. The schema is up to date already. */
export function createStore(driver: StoreDriver, options: StoreOptions) {
  const { disk, subscribe, close, ...ports } = driver;
  const { database } = ports;
  const context: StoreContext = {
    ...ports,
    now: options.now ?? Date.now,
    phoneHasher: createPhoneHasher(options.phoneSecret),
  };
  const capacity = createCapacityGuard(options, {
    now: context.now,
    async countWaiting() {
      return Number((await database.get(`SELECT count(*) AS n FROM leads WHERE state = 'pending'`))?.n);
    },
    ...(disk && { disk }),
  });
  const { receivers = [], hasSavedReceivers = false } = options;
  const savedReceivers = createSavedReceivers(context, receivers, hasSavedReceivers);
  const leads = createLeadWriter(database.dialect, savedReceivers.book);
  const decisions = createCallDecisions(database.dialect);
  const blocks = createBlockLookup(context);
  return {
    ...createLeadIntake(context, { capacity, leads, decisions, blocks }),
    ...createDeliveryQueue(context, { leads, blocks }),
    followClock: createClockChanges(context),
    sweep: createSweep(context),
    ...createLeadLists(context),
    ...createLeadChanges(context, { leads, decisions }),
    ...createPersonalData(context, blocks),
    ...createCallLog(context, { leads, decisions, blocks }),
    ...createBlockList(context, { leads, blocks }),
    ...createWebhookQueue(context, savedReceivers.book),
    ...createFunnel(context),
    ...createRatings(context, { leads }),
    ...createSettingsStore(context),
    ...savedReceivers.methods,
    ...createAuditLog(context),
    ...createMilestones(context),
    ...createNotes(context),
    ...createRetentionClock(context),
    subscribe,
    close,
    /** The time by which proxies that share the store count. */
    now: context.now,
  };
}

/** The whole store. Each user depends only on the methods that it needs. */
export type LeadStore = ReturnType<typeof createStore>;
