import { type Context, Hono } from 'hono';
import * as z from 'zod';
import {
  type AdminWebhook,
  type adminWebhooks,
  type webhookDismissed,
  type webhookReplayed,
  webhookStates,
  type webhooksChanged,
} from '../../protocol/admin/webhooks.ts';
import { uuid } from '../../protocol/identifiers.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { notFound, ProxyError } from '../http/proxy-error.ts';
import { isoTime } from '../iso-time.ts';
import { nameOfReceiver } from '../store/queries/saved-receivers.ts';
import { receiverIds, type StoredWebhook, shownReceiver } from '../store/webhook-rows.ts';
import { pullPaceMs } from '../webhooks/start-webhooks.ts';
import { nextOf, pageLimit, readQuery, requireEntry } from './list-query.ts';
import { isMaskedFor, maskPhone, shownName } from './mask.ts';
import { addReceiverRoutes } from './receiver-routes.ts';
import { addWebhookTestRoutes } from './webhook-test.ts';

const webhookQuery = z.strictObject({
  state: z.enum(webhookStates).optional(),
  /** Only webhooks about this lead. */
  lead: z.optional(uuid),
  before: z.optional(uuid),
  limit: pageLimit,
});

/** The part of the admin API for webhooks. */
export function createWebhookRoutes(deps: AdminDeps): Hono<AppEnvironment> {
  const { store, log, now, live } = deps;
  const app = new Hono<AppEnvironment>();
  /** What webhooks are stored under that somebody posts, or that wait for their receiver. */
  const findKnown = () =>
    new Set([
      ...live.config.value.webhooks.flatMap(receiverIds),
      ...live.receivers.value.map(({ saved }) => saved.name),
    ]);

  /** What people call the receiver that a webhook is stored for. */
  const nameOf = (receiver: string) => {
    const found = live.receivers.value.find(({ saved }) => saved.name === receiver);
    return found === undefined ? shownReceiver(receiver) : nameOfReceiver(found.saved);
  };

  app.get('/', async (c) => {
    const query = readQuery(c, webhookQuery);
    const webhooks = await store.listWebhooks(query);
    await requireEntry(webhooks, query.before, findWebhook);
    const known = findKnown();
    return c.json({
      webhooks: webhooks.map((webhook) => ({
        ...describeStoredWebhook(webhook, isMaskedFor(c.get('operator'))),
        receiver: nameOf(webhook.receiver),
        ...(!known.has(webhook.receiver) && { isOrphaned: true }),
      })),
      next: nextOf(webhooks, query.limit),
    } satisfies z.input<typeof adminWebhooks>);
  });

  addReceiverRoutes(app, deps);
  addWebhookTestRoutes(app, deps);

  app.post('/replay-dead', async (c) => {
    const changed = await store.replayDeadWebhooks(now());
    const { dead } = await store.webhookCounts();
    if (changed === 0 && dead > 0) {
      const message = 'The receivers of all dead webhooks are not configured any more: dismiss them, or configure one.';
      throw new ProxyError('wrong-state', { message, details: { changed, unchanged: dead } });
    }
    return report(c, 'webhooks-replayed', changed);
  });
  app.post('/send-pending', async (c) =>
    report(c, 'webhooks-replayed', await store.pullWebhooks({ now: now(), paceMs: pullPaceMs })),
  );
  app.post('/dismiss-dead', async (c) => report(c, 'webhooks-dismissed', await store.dismissWebhooks('dead', now())));
  app.post('/dismiss-orphaned', async (c) =>
    report(c, 'webhooks-dismissed', await store.dismissWebhooks('orphaned', now())),
  );

  app.post('/:webhook/replay', async (c) => {
    const webhook = c.req.param('webhook');
    if (!(await store.replayWebhook(webhook, now()))) throw await refusal(webhook, 'being posted right now');
    log.info('webhooks-replayed', { requestId: c.get('requestId'), webhook });
    return c.json({ status: 'success' } satisfies z.input<typeof webhookReplayed>);
  });

  app.post('/:webhook/dismiss', async (c) => {
    const webhook = c.req.param('webhook');
    const dismissed = await store.dismissWebhooks({ webhook }, now());
    if (dismissed === 0) throw await refusal(webhook, 'not dead');
    log.info('webhooks-dismissed', { requestId: c.get('requestId'), webhook });
    return c.json({ status: 'success' } satisfies z.input<typeof webhookDismissed>);
  });

  return app;

  function report(c: Context<AppEnvironment>, event: string, changed: number): Response {
    log.info(event, { requestId: c.get('requestId'), webhooks: changed });
    return c.json({ status: 'success', changed } satisfies z.input<typeof webhooksChanged>);
  }

  async function findWebhook(webhook: string): Promise<StoredWebhook | undefined> {
    const [found] = await store.listWebhooks({ webhook, limit: 1 });
    return found;
  }

  /** Why nothing was done with a webhook. `otherwise`: the reason, if it exists and has a receiver. */
  async function refusal(id: string, otherwise: string): Promise<ProxyError> {
    const webhook = await findWebhook(id);
    if (webhook === undefined) return notFound('There is no such webhook.');
    const message = findKnown().has(webhook.receiver)
      ? `This webhook is ${otherwise}.`
      : `The receiver ${shownReceiver(webhook.receiver)} is not configured any more, so nobody would post this webhook.`;
    return new ProxyError('wrong-state', { message });
  }
}

/** Besides its receiver. */
function describeStoredWebhook(webhook: StoredWebhook, isMasked: boolean): Omit<AdminWebhook, 'receiver'> {
  const { id, facts, lead, state, attempts, answer } = webhook;
  const name = shownName(lead.record, isMasked);
  return {
    webhook: id,
    type: facts.type,
    lead: lead.id,
    ...(name !== '' && { name }),
    phone: isMasked ? maskPhone(lead.phone) : lead.phone,
    ...('call' in facts && { call: facts.call }),
    state,
    attempts,
    answer,
    createdAt: isoTime(webhook.createdAt),
    nextAt: isoTime(webhook.nextAt),
    endedAt: isoTime(webhook.endedAt),
  };
}
