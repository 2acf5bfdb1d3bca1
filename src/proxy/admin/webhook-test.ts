import type { Hono } from 'hono';
import type * as z from 'zod';
import { systemClock } from '../../clock.ts';
import { type webhookTested, webhookTestRequest } from '../../protocol/admin/receivers.ts';
import { formNamed } from '../config/form-schema.ts';
import { receiverLabel } from '../config/webhook-schema.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { readJson } from '../http/json-body.ts';
import { notFound } from '../http/proxy-error.ts';
import { adoptReceivers } from '../settings/keep-settings.ts';
import { createWebhookAttempt } from '../webhooks/attempt-webhook.ts';
import { exampleWebhook } from '../webhooks/example-webhook.ts';
import { createReceiverPace } from '../webhooks/receiver-pace.ts';
import { receiverKey } from './describe-receivers.ts';

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
    const attempt = createWebhookAttempt({
      ...receiver,
      post: postWebhook,
      pace: createReceiverPace(clock),
      clock,
      random: Math.random,
      timeZoneOf: (name) => formNamed(live.config.value.forms, name)?.callback?.timeZone,
    });
    const { state, answer = '' } = await attempt(exampleWebhook(receiver, live.config.value, now()), c.req.raw.signal);
    const isTaken = state === 'delivered';
    if (isTaken) await store.recordMilestone({ name: 'webhook', at: now() });
    log.info('webhook-tested', { requestId: c.get('requestId'), receiver: receiverLabel(receiver), answer });
    return c.json({ isTaken, answer } satisfies z.input<typeof webhookTested>);
  });
}
