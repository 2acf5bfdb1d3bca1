import type { MessageExample } from '../../protocol/admin/receivers.ts';
import { type WebhookType, webhookTypes } from '../../protocol/proxy/webhook.ts';
import { ratingCommentName, ratingName } from '../../protocol/reserved-names.ts';
import { formNamed } from '../config/form-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { WebhookFacts } from '../domain/events.ts';
import { receiverId, type StoredWebhook } from '../store/webhook-rows.ts';
import { summarize } from './formats/summary.ts';
import { describeWebhook, webhookBody } from './webhook-body.ts';

type Receiver = Pick<ProxyConfig['webhooks'][number], 'name' | 'url' | 'events' | 'states'>;
type Site = Pick<ProxyConfig, 'forms' | 'origins'>;

/** A webhook of a lead that says of itself that it is a test, with a number that belongs to nobody. */
export function exampleWebhook(receiver: Receiver, { forms, origins }: Site, at: number): StoredWebhook {
  const phone = '14155550100';
  const facts = exampleFacts(receiver, at);
  const [form = 'default'] = Object.keys(forms);
  const page = origins.find((origin) => URL.canParse(origin));
  const record = {
    ...{ phone, first_name: 'Test', last_name: 'from leadchat', email: 'test@example.com' },
    ...(page !== undefined && { page_url: new URL('/', page).href }),
    ...('rating' in facts && { [ratingName]: facts.rating, [ratingCommentName]: 'A test of the webhook' }),
  };
  return {
    id: crypto.randomUUID(),
    receiver: receiverId(receiver),
    facts,
    state: 'pending',
    attempts: 0,
    createdAt: at,
    nextAt: at,
    lead: { id: crypto.randomUUID(), form, phone, record, plan: { tags: ['test'] }, acceptedAt: at },
  };
}

/** How the message of each event looks. */
export function messageExamples(site: Site, at: number): MessageExample[] {
  return webhookTypes.map((type) => {
    const webhook = exampleWebhook({ name: 'example', url: '', events: [type] }, site, at);
    const event = describeWebhook(webhook);
    const timeZone = formNamed(site.forms, webhook.lead.form)?.callback?.timeZone;
    return { type, ...summarize(event, timeZone ?? 'UTC'), body: webhookBody('standard', event) };
  });
}

/** The first of the receiver's events, in a state that it wants: a test must look like what is posted later. */
function exampleFacts({ events, states }: Receiver, at: number): WebhookFacts {
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
