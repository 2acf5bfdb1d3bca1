import * as z from 'zod/mini';
import type { StoredCall } from './call-log.ts';
import type { StoredLead } from './stored-lead.ts';
import type { StoredWebhook } from './webhook-queue.ts';

/** Everything that is stored about the person with a phone, each kind in the order in which it was stored. */
export type PhoneRecords = {
  leads: StoredLead[];
  /** `ip`: the address that requested the call, or its network. */
  calls: (StoredCall & { ip: string; country: string })[];
  enrolments: Enrolment[];
  webhooks: StoredWebhook[];
};

const enrolmentRow = z.object({ journey: z.string(), lead: z.string(), at: z.number() });
type Enrolment = z.infer<typeof enrolmentRow>;

/** Reads a row of `enrolments`. */
export function readEnrolmentRow(row: unknown): Enrolment {
  return enrolmentRow.parse(row);
}
