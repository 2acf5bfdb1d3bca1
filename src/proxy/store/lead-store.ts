import type { AuditLog } from './audit-log.ts';
import type { Funnel } from './funnel.ts';
import type { BlockList } from './queries/block-list.ts';
import type { CallLog } from './queries/call-log.ts';
import type { DeliveryQueue } from './queries/delivery-queue.ts';
import type { LeadChanges } from './queries/lead-changes.ts';
import type { LeadIntake } from './queries/lead-intake.ts';
import type { LeadLists } from './queries/lead-lists.ts';
import type { Milestones } from './queries/milestones.ts';
import type { Notes } from './queries/notes.ts';
import type { PersonalData } from './queries/personal-data.ts';
import type { WebhookQueue } from './queries/webhook-queue.ts';
import type { Ratings } from './ratings.ts';
import type { SavedReceivers } from './saved-receivers.ts';
import type { SettingsStore } from './settings-store.ts';

/** The part of the store that operators use. */
export interface LeadAdmin extends LeadLists, LeadChanges, PersonalData {}

/** The whole store. Each user depends only on the interface that it needs. */
export interface LeadStore
  extends LeadIntake,
    DeliveryQueue,
    LeadAdmin,
    CallLog,
    BlockList,
    WebhookQueue,
    Funnel,
    Ratings,
    SettingsStore,
    SavedReceivers,
    AuditLog,
    Milestones,
    Notes {}
