import type { CallLog } from './call-log.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import type { LeadAdmin } from './lead-admin.ts';
import type { LeadIntake } from './lead-intake.ts';

/** What a store keeps, seen from its four users. One object implements them all; each user asks for its own part only. */
export interface LeadStore extends LeadIntake, DeliveryQueue, LeadAdmin, CallLog {}
