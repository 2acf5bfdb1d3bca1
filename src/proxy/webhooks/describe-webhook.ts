import type { WebhookEvent } from '../../protocol/proxy/webhook.ts';
import { isoTime } from '../iso-time.ts';
import type { StoredWebhook } from '../store/webhook-rows.ts';

/** The body of a webhook, with the lead's data as far as the store still has it, and never the lead's token. */
export function describeWebhook({ facts, lead, createdAt }: StoredWebhook): WebhookEvent {
  const { phone: _, ...fields } = lead.record;
  const { tags, journey, route } = lead.plan;
  const timestamp = isoTime(createdAt);
  const about = {
    lead: lead.id,
    form: lead.form,
    ...(typeof fields.page_url === 'string' && { page: fields.page_url }),
    tags,
    journey: journey?.id,
    route,
    phone: lead.phone,
    fields,
  };
  if ('call' in facts) {
    const { type, requestedAt, plannedAt, ...call } = facts;
    return { type, timestamp, data: { ...about, ...call, requestedAt: isoTime(requestedAt), at: isoTime(plannedAt) } };
  }
  if ('rating' in facts) {
    const { type, ...rating } = facts;
    return { type, timestamp, data: { ...about, ...rating } };
  }
  const { type, ...change } = facts;
  return { type, timestamp, data: { ...about, ...change, acceptedAt: isoTime(lead.acceptedAt) } };
}
