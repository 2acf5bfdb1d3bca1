import type { Hono } from 'hono';
import type * as z from 'zod';
import { systemClock } from '../../clock.ts';
import { type webhookTested, webhookTestRequest } from '../../protocol/admin/receivers.ts';
import type { WebhookType } from '../../protocol/proxy/webhook.ts';
import { ratingCommentName, ratingName } from '../../protocol/reserved-names.ts';
import { formNamed } from '../config/form-schema.ts';
import type { WebhookConfig } from '../config/webhook-schema.ts';
import type { AdminDeps } from '../deps.ts';
import type { WebhookFacts } from '../domain/events.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound } from '../http/proxy-error.ts';
import { adoptReceivers } from '../settings/keep-settings.ts';
import { receiverId, type StoredWebhook } from '../store/webhook-rows.ts';
import { createWebhookAttempt } from '../webhooks/attempt-webhook.ts';
import { createReceiverPace } from '../webhooks/receiver-pace.ts';
import { receiverKey, shownName } from './describe-receivers.ts';

type TestDeps = Pick<AdminDeps, 'store' | 'live' | 'log' | 'now' | 'postWebhook'>;

/** Posts a made-up lead to a receiver, in its format and with its signature, so that an operator sees whether it arrives. */
export function addWebhookTestRoutes(
  app: Hono<AppEnvironment>,
  { store, live, log, now, postWebhook }: TestDeps,
): void {
  app.post('/test', async (c) => {
    const { receiver: id } = await readJson(c, webhookTestRequest);
    // Another proxy may have saved it a moment ago.
    if (live.file.value.adminSettings) adoptReceivers(await store.listReceivers(), { live, log });
    const receiver = live.config.value.webhooks.find((known) => receiverKey(known) === id);
    if (receiver === undefined) throw notFound('There is no such receiver.');
    const clock = { ...systemClock, now };
    const [form = 'default'] = Object.keys(live.config.value.forms);
    const attempt = createWebhookAttempt({
      ...receiver,
      post: postWebhook,
      pace: createReceiverPace(clock),
      clock,
      random: Math.random,
      timeZoneOf: (name) => formNamed(live.config.value.forms, name)?.callback?.timeZone,
    });
    const { state, answer = '' } = await attempt(createTestWebhook(receiver, form, now()), c.req.raw.signal);
    const isTaken = state === 'delivered';
    if (isTaken) await store.recordMilestone({ name: 'webhook', at: now() });
    log.info('webhook-tested', { requestId: c.get('requestId'), receiver: shownName(receiver), answer });
    return c.json({ isTaken, answer } satisfies z.input<typeof webhookTested>);
  });
}

/** Of a lead that says of itself that it is a test, with a number that belongs to nobody. */
function createTestWebhook(receiver: WebhookConfig, form: string, at: number): StoredWebhook {
  const phone = '14155550100';
  const facts = exampleFacts(receiver, at);
  const rating = 'rating' in facts && { [ratingName]: facts.rating, [ratingCommentName]: 'A test of the webhook' };
  const record = { phone, first_name: 'Test', last_name: 'from leadchat', email: 'test@example.com', ...rating };
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

/** The first of the receiver's events, in a state that it wants: a test must look like what is posted later. */
function exampleFacts({ events, states }: WebhookConfig, at: number): WebhookFacts {
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
