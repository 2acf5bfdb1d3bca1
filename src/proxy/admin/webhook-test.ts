import type { Hono } from 'hono';
import type * as z from 'zod';
import { systemClock } from '../../clock.ts';
import {
  ratingCommentName,
  ratingName,
  type WebhookReceiverInfo,
  type webhookReceivers,
  type webhookTested,
  webhookTestRequest,
} from '../../protocol/index.ts';
import { formNamed } from '../config/form-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound } from '../http/proxy-error.ts';
import { sha256 } from '../sha256.ts';
import { receiverId, type StoredWebhook } from '../store/webhook-rows.ts';
import { createWebhookAttempt } from '../webhooks/attempt-webhook.ts';
import { exampleFacts } from '../webhooks/example-facts.ts';
import { createReceiverPace } from '../webhooks/receiver-pace.ts';

type Receiver = ProxyConfig['webhooks'][number];
type TestDeps = Pick<AdminDeps, 'store' | 'live' | 'log' | 'now' | 'postWebhook'>;

/** Posts a made-up lead to a receiver, in its format and with its signature, so that an operator sees whether it arrives. */
export function addWebhookTestRoutes(
  app: Hono<AppEnvironment>,
  { store, live, log, now, postWebhook }: TestDeps,
): void {
  app.get('/receivers', (c) => {
    const body: z.input<typeof webhookReceivers> = { receivers: live.config.value.webhooks.map(describeReceiver) };
    return c.json(body);
  });

  app.post('/test', async (c) => {
    const { receiver: id } = await readJson(c, webhookTestRequest);
    const receiver = live.config.value.webhooks.find((known) => describeReceiver(known).receiver === id);
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
    log.info('webhook-tested', { requestId: c.get('requestId'), receiver: nameOf(receiver), answer });
    return c.json({ isTaken, answer } satisfies z.input<typeof webhookTested>);
  });
}

/** Of a lead that says of itself that it is a test, with a number that belongs to nobody. */
function createTestWebhook(receiver: Receiver, form: string, at: number): StoredWebhook {
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

/** Without its address, whose path may be a secret, as with Slack. */
function describeReceiver(receiver: Receiver): WebhookReceiverInfo {
  const { format } = receiver;
  return {
    receiver: receiver.name ?? sha256(receiver.url).slice(0, 32),
    name: nameOf(receiver),
    format: typeof format === 'string' ? format : 'custom',
  };
}

function nameOf({ name, url }: Receiver): string {
  return name ?? new URL(url).host;
}
