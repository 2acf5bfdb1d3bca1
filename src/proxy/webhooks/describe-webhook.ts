import type { WebhookEvent } from '../../protocol/index.ts';
import { isoTime } from '../iso-time.ts';
import type { StoredWebhook } from '../store/index.ts';

/** The body of a webhook, with the lead's data as far as the store still has it, and never the lead's token. */
export function describeWebhook({ facts, lead, createdAt }: StoredWebhook): WebhookEvent {
  const { phone: _, ...fields } = lead.record;
  const person = { phone: lead.phone, fields };
  const timestamp = isoTime(createdAt);
  if (!('call' in facts)) {
    const { type, state, held, cause, closed, serviceLead } = facts;
    return {
      type,
      timestamp,
      data: {
        lead: lead.id,
        form: lead.form,
        state,
        ...(held !== undefined && { held }),
        ...(cause !== undefined && { cause }),
        ...(closed !== undefined && { closed }),
        ...person,
        acceptedAt: isoTime(lead.acceptedAt),
        ...(serviceLead !== undefined && { serviceLead }),
      },
    };
  }
  const { type, call, state, reason, requestedAt, plannedAt, transfers, serviceCall } = facts;
  return {
    type,
    timestamp,
    data: {
      call,
      lead: lead.id,
      form: lead.form,
      state,
      ...(reason !== undefined && { reason }),
      ...person,
      requestedAt: isoTime(requestedAt),
      ...(plannedAt !== undefined && { at: isoTime(plannedAt) }),
      transfers,
      ...(serviceCall !== undefined && { serviceCall }),
    },
  };
}
