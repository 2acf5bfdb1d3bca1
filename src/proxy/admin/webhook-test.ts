import type { Hono } from 'hono';
import type * as z from 'zod';
import { systemClock } from '../../clock.ts';
import { type webhookTested, webhookTestRequest } from '../../protocol/admin/receivers.ts';
import { ratingCommentName, ratingName } from '../../protocol/reserved-names.ts';
import { formNamed } from '../config/form-schema.ts';
import type { WebhookConfig } from '../config/webhook-schema.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound } from '../http/proxy-error.ts';
import { adoptReceivers } from '../settings/keep-settings.ts';
import { receiverId, type StoredWebhook } from '../store/webhook-rows.ts';
import { createWebhookAttempt } from '../webhooks/attempt-webhook.ts';
import { exampleFacts } from '../webhooks/example-facts.ts';
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
