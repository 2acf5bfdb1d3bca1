import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  type AdminWebhook,
  type adminWebhooks,
  type deadWebhooksReplayed,
  fullName,
  uuid,
  type webhookReplayed,
  webhookStates,
} from '../../protocol/index.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { ProxyError } from '../http/proxy-error.ts';
import { isoTime } from '../iso-time.ts';
import type { StoredWebhook } from '../store/webhook-queue.ts';
import { pullPaceMs } from '../webhooks/start-webhooks.ts';
import { nextOf, pageLimit, readQuery } from './list-query.ts';

const webhookQuery = z.strictObject({
  state: z.enum(webhookStates).optional(),
  before: z.optional(uuid),
  limit: pageLimit,
});

/** The part of the admin API for webhooks. */
export function createWebhookRoutes({ store, log, now }: AdminDeps): Hono<AppEnvironment> {
  const app = new Hono<AppEnvironment>();

  app.get('/', async (c) => {
    const { state, before, limit } = readQuery(c, webhookQuery);
    const webhooks = await store.listWebhooks({ state, before, limit });
    const body: z.input<typeof adminWebhooks> = {
      webhooks: webhooks.map(describeStoredWebhook),
      next: nextOf(webhooks, limit),
    };
    return c.json(body);
  });

  app.post('/replay-dead', async (c) => report(c, await store.replayDeadWebhooks(now())));
  app.post('/send-pending', async (c) => report(c, await store.pullWebhooks({ now: now(), paceMs: pullPaceMs })));

  app.post('/:webhook/replay', async (c) => {
    const webhook = c.req.param('webhook');
    if (!(await store.replayWebhook(webhook, now()))) {
      throw new ProxyError('wrong-state', { message: 'There is no such webhook, or it is being posted right now.' });
    }
    log.info('webhooks-replayed', { requestId: c.get('requestId'), webhook });
    const body: z.input<typeof webhookReplayed> = { status: 'success' };
    return c.json(body);
  });

  return app;

  function report(c: Context<AppEnvironment>, changed: number): Response {
    log.info('webhooks-replayed', { requestId: c.get('requestId'), webhooks: changed });
    const body: z.input<typeof deadWebhooksReplayed> = { status: 'success', changed };
    return c.json(body);
  }
}

function describeStoredWebhook(webhook: StoredWebhook): AdminWebhook {
  const { id, facts, lead, receiver, state, attempts, answer } = webhook;
  const { origin, pathname } = new URL(receiver);
  const name = fullName(lead.record);
  return {
    webhook: id,
    type: facts.type,
    lead: lead.id,
    ...(name !== '' && { name }),
    phone: lead.phone,
    ...('call' in facts && { call: facts.call }),
    receiver: `${origin}${pathname}`,
    state,
    attempts,
    answer,
    createdAt: isoTime(webhook.createdAt),
    nextAt: isoTime(webhook.nextAt),
    endedAt: isoTime(webhook.endedAt),
  };
}
