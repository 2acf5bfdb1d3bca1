import type { AdminWebhook, WebhookState } from '../protocol/index.ts';

export const webhookStateNames: Record<WebhookState, string> = {
  dead: 'Refused',
  pending: 'Waiting',
  delivered: 'Sent',
  dismissed: 'Dismissed',
};

/** What a message to the team is about. */
export const webhookTypeNames: Record<AdminWebhook['type'], string> = {
  'lead.accepted': 'New lead',
  'lead.delivered': 'Lead sent',
  'lead.unknown': 'Lead to check by hand',
  'lead.held': 'Suspected spam',
  'lead.dead': 'Lead refused',
  'lead.closed': 'Lead closed',
  'call.planned': 'Call planned',
  'call.ended': 'Call ended',
  'chat.rated': 'Chat rated',
};
