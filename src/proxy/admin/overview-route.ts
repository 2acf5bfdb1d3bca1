import type { Hono } from 'hono';
import { readOptions } from '../../options/index.ts';
import type { AdminOverview } from '../../protocol/admin/overview.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { isWildcardOrigin } from '../config/values.ts';
import type { DeliveryStatus } from '../delivery/create-delivery.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { isoTime } from '../iso-time.ts';
import { ignoredOf } from '../settings/describe-settings.ts';
import type { Activity } from '../store/queries/lead-lists.ts';
import { isStoreError, storeFailureReason } from '../store/store-error.ts';
import { allowedRoutes } from './permissions.ts';

const hourMs = 3_600_000;
const chartHours = 48;

/** `GET /overview`: counts, the state of delivery, and the last two days by the hour. */
export function addOverviewRoute(
  app: Hono<AppEnvironment>,
  { store, delivery, live, now, checkStore }: AdminDeps,
): void {
  app.get('/overview', async (c) => {
    const since = Math.floor(now() / hourMs) * hourMs - (chartHours - 1) * hourMs;
    const [intake, counts, calls, webhooks, orphanedWebhooks, activity] = await Promise.all([
      describeIntake(checkStore),
      store.counts(),
      store.callCounts(),
      store.webhookCounts(),
      store.orphanedWebhookCount(),
      store.activity(since, hourMs),
    ]);
    const { origins, forms, hostedChat, webhooks: receivers, widget } = live.config.value;
    const hasReceivers = receivers.length + live.receivers.value.length > 0;
    const hasWebhooks = hasReceivers || Object.values(webhooks).some((count) => count > 0);
    return c.json({
      operator: c.get('operator'),
      allowed: allowedRoutes(c.get('operator').role),
      sites: origins.filter((origin) => !isWildcardOrigin(origin)),
      forms: Object.keys(forms),
      goals: goalsOf(widget),
      ...(hostedChat && { hostedChat }),
      counts,
      calls,
      ...(live.file.value.adminSettings && { settings: { ignored: ignoredOf(live).length } }),
      ...(hasWebhooks && { webhooks }),
      ...(orphanedWebhooks > 0 && { orphanedWebhooks }),
      intake,
      delivery: describeDelivery(delivery.status()),
      activity: describeActivity(activity, since),
    } satisfies AdminOverview);
  });
}

function goalsOf(widget: ProxyConfig['widget']): AdminOverview['goals'] {
  const { experiments, pages } = readOptions({ proxy: widget, attributes: {}, overrides: {} }).options;
  const all = [...experiments, ...pages.flatMap((entry) => entry.experiments ?? [])];
  return Object.fromEntries(all.flatMap(({ name, goal }) => (goal === undefined ? [] : [[name, goal] as const])));
}

async function describeIntake(checkStore: () => Promise<void>): Promise<AdminOverview['intake']> {
  try {
    await checkStore();
    return { state: 'open' };
  } catch (error) {
    if (!isStoreError(error)) throw error;
    return { state: 'closed', reason: storeFailureReason(error) };
  }
}

function describeDelivery({ state, running, breaker }: DeliveryStatus): AdminOverview['delivery'] {
  if (breaker.state === 'closed') return { state, running, breaker };
  const { since, probeAt } = breaker;
  return { state, running, breaker: { ...breaker, since: isoTime(since), probeAt: isoTime(probeAt) } };
}

/** One entry for each hour from `since` on. The store leaves out hours without leads. */
function describeActivity(found: readonly Activity[], since: number): AdminOverview['activity'] {
  const byStart = new Map(found.map((span) => [span.from, span]));
  return Array.from({ length: chartHours }, (_, index) => {
    const from = since + index * hourMs;
    const { captured = 0, delivered = 0 } = byStart.get(from) ?? {};
    return { from: isoTime(from), captured, delivered };
  });
}
