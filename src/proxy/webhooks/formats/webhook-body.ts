import type { WebhookEvent } from '../../../protocol/proxy/webhook.ts';
import { slackMessage } from './slack.ts';
import { teamsMessage } from './teams.ts';
import { fillTemplate, type JsonTemplate, webhookValues } from './template.ts';

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
