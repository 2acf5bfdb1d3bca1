import type { CallLog } from './call-log.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { Funnel } from './funnel.ts';
import type { LeadAdmin } from './lead-admin.ts';
import type { LeadIntake } from './lead-intake.ts';
import type { SettingsStore } from './settings-store.ts';
import type { WebhookQueue } from './webhook-queue.ts';

/** The whole store. Each user depends only on the interface that it needs. */
export interface LeadStore extends LeadIntake, DeliveryQueue, LeadAdmin, CallLog, WebhookQueue, Funnel, SettingsStore {}
