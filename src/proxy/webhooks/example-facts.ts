import type { WebhookType } from '../../protocol/proxy/webhook.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { WebhookFacts } from '../domain/events.ts';

type Receiver = Pick<ProxyConfig['webhooks'][number], 'events' | 'states'>;

/** The first of the receiver's events, in a state that it wants: a test must look like what is posted later. */
export function exampleFacts({ events, states }: Receiver, at: number): WebhookFacts {
  const examples = examplesAt(at);
  const ofReceiver = events.flatMap((type) => examples[type]);
  const [first = examples['lead.delivered'][0]] = ofReceiver;
  return ofReceiver.find(({ state }) => states?.includes(state) ?? true) ?? first;
}

/** Each event, in each state that it can report, the usual one first. */
function examplesAt(at: number): Record<WebhookType, [WebhookFacts, ...WebhookFacts[]]> {
  const serviceLead = 'test-lead';
  const closed = { by: 'leadchat', reason: 'a test' };
  const call = { call: crypto.randomUUID(), requestedAt: at, transfers: 0 };
  const ended = (state: 'completed' | 'failed' | 'expired' | 'cancelled' | 'refused' | 'unknown'): WebhookFacts => ({
    type: 'call.ended',
    state,
    ...call,
    ...(state === 'refused' && { reason: 'closed' }),
  });
  const rated = (state: 'delivered' | 'unknown' | 'dead' | 'closed'): WebhookFacts => ({
    type: 'chat.rated',
    state,
    rating: 5,
  });
  return {
    'lead.accepted': [
      { type: 'lead.accepted', state: 'pending' },
      { type: 'lead.accepted', state: 'held', held: 'too-fast' },
    ],
    'lead.delivered': [{ type: 'lead.delivered', state: 'delivered', serviceLead }],
    'lead.unknown': [{ type: 'lead.unknown', state: 'unknown', cause: 'journey: timeout', serviceLead }],
    'lead.held': [{ type: 'lead.held', state: 'held', held: 'too-fast' }],
    'lead.dead': [{ type: 'lead.dead', state: 'dead', cause: 'create: 400 bad-request' }],
    'lead.closed': [{ type: 'lead.closed', state: 'closed', closed }],
    'call.planned': [{ type: 'call.planned', state: 'planned', ...call, plannedAt: at + 3_600_000 }],
    'call.ended': [
      ended('completed'),
      ended('failed'),
      ended('expired'),
      ended('cancelled'),
      ended('refused'),
      ended('unknown'),
    ],
    'chat.rated': [rated('delivered'), rated('unknown'), rated('dead'), rated('closed')],
  };
}
