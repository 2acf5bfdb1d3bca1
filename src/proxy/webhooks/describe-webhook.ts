import type { WebhookEvent } from '../../protocol/proxy/webhook.ts';
import { isoTime } from '../iso-time.ts';
import type { StoredWebhook } from '../store/webhook-rows.ts';

/** The body of a webhook, with the lead's data as far as the store still has it, and never the lead's token. */
export function describeWebhook({ facts, lead, createdAt }: StoredWebhook): WebhookEvent {
  const { phone: _, ...fields } = lead.record;
  const { tags, journey, route } = lead.plan;
  const about = {
    form: lead.form,
    ...(typeof fields.page_url === 'string' && { page: fields.page_url }),
    tags,
    journey: journey?.id,
    route,
    phone: lead.phone,
    fields,
  };
  const timestamp = isoTime(createdAt);
  if ('rating' in facts) {
    const { type, state, rating } = facts;
    return { type, timestamp, data: { lead: lead.id, state, ...about, rating } };
  }
  if (!('call' in facts)) {
    const { type, state, held, cause, closed, serviceLead } = facts;
    return {
      type,
      timestamp,
      data: {
        lead: lead.id,
        state,
        held,
        cause,
        closed,
        ...about,
        acceptedAt: isoTime(lead.acceptedAt),
        serviceLead,
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
      state,
      reason,
      ...about,
      requestedAt: isoTime(requestedAt),
      at: isoTime(plannedAt),
      transfers,
      serviceCall,
    },
  };
}
