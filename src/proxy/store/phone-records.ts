import type { StoredCall } from './call-log.ts';
import type { StoredLead } from './stored-lead.ts';
import type { StoredWebhook } from './webhook-queue.ts';

/** Everything that is stored about the person with a phone, each kind in the order in which it was stored. */
export type PhoneRecords = {
  leads: StoredLead[];
  /** `ip`: the address that requested the call, or its network. */
  calls: (StoredCall & { ip: string; country: string })[];
  enrolments: { journey: string; lead: string; at: number }[];
  webhooks: StoredWebhook[];
};
