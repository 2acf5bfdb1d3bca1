import type { WebhookEvent } from '../../protocol/proxy/webhook.ts';
import { isoTime } from '../iso-time.ts';
import type { StoredWebhook } from '../store/webhook-rows.ts';
import { slackMessage } from './formats/slack.ts';
import { teamsMessage } from './formats/teams.ts';
import { fillTemplate, type JsonTemplate, webhookValues } from './formats/template.ts';

/**
 * The body of a webhook, with the lead's data as far as the store still has it, and never the lead's token. Names what it has, so that
 * nothing is posted because it is stored.
 */
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
    const { type, call, state, reason, requestedAt, plannedAt, transfers, serviceCall } = facts;
    const times = { requestedAt: isoTime(requestedAt), at: isoTime(plannedAt) };
    return { type, timestamp, data: { ...about, call, state, reason, ...times, transfers, serviceCall } };
  }
  if ('rating' in facts) {
    const { type, state, rating } = facts;
    return { type, timestamp, data: { ...about, state, rating } };
  }
  const { type, state, held, cause, closed, serviceLead } = facts;
  const acceptedAt = isoTime(lead.acceptedAt);
  return { type, timestamp, data: { ...about, state, held, cause, closed, serviceLead, acceptedAt } };
}

/** How a receiver wants its webhooks: as they are, as a message to people, or as a JSON of its own. */
export type WebhookFormat = 'standard' | 'slack' | 'teams' | Readonly<Record<string, JsonTemplate>>;

/** The JSON that a receiver gets. `timeZone`: of the times in a message to people. */
export function webhookBody(format: WebhookFormat, event: WebhookEvent, timeZone = 'UTC'): string {
  switch (format) {
    case 'standard':
      return JSON.stringify(event);
    case 'slack':
      return JSON.stringify(slackMessage(event, timeZone));
    case 'teams':
      return JSON.stringify(teamsMessage(event, timeZone));
    default:
      return JSON.stringify(fillTemplate(format, webhookValues(event)));
  }
}
