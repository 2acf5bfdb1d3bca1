import type { WebhookReceiverInfo } from '../protocol/admin/receivers.ts';
import type { AdminWebhook, WebhookState } from '../protocol/admin/webhooks.ts';
import { callStateNames } from '../protocol/proxy/call-state.ts';
import { stateNames } from './format.ts';

export const webhookStateNames: Record<WebhookState, string> = {
  dead: 'Refused',
  pending: 'Waiting',
  delivered: 'Sent',
  dismissed: 'Dismissed',
};

/** When a message is sent, as a sentence that begins with "when". */
export const eventSentences: Record<AdminWebhook['type'], string> = {
  'lead.accepted': 'A new lead comes in',
  'lead.delivered': 'A lead was sent',
  'lead.unknown': 'A lead must be checked by hand',
  'lead.held': 'A lead may be spam',
  'lead.dead': 'A lead was refused',
  'lead.closed': 'A lead was closed',
  'call.planned': 'A call is planned',
  'call.ended': 'A call has ended',
  'chat.rated': 'A chat was rated',
};

/** "Told when a lead is new or a call is planned." */
export function describeEvents(events: WebhookReceiverInfo['events'], states: WebhookReceiverInfo['states']): string {
  if (events.length === 0) return 'Told of nothing.';
  const told = orList.format(events.map((type) => eventSentences[type].toLowerCase()));
  const only =
    states === undefined
      ? ''
      : ` Only if it is then ${orList.format(states.map((state) => `“${stateWords[state]}”`))}.`;
  return `Told when ${told}.${only}`;
}

const orList = new Intl.ListFormat('en', { type: 'disjunction' });
/** A state that leads and calls both have is called as that of a lead. */
const stateWords = { ...callStateNames, ...stateNames };
