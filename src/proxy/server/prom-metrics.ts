import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { proxyErrorStatus } from '../../protocol/proxy/errors.ts';
import { funnelStages, leadStages } from '../../protocol/proxy/funnel.ts';
import { leadStates } from '../../protocol/proxy/lead-state.ts';
import { limitsSchema } from '../config/limits-schema.ts';
import { failureCodes } from '../delivery/classify-error.ts';
import type { DeliveryStatus } from '../delivery/create-delivery.ts';
import { stepSchema } from '../domain/lead.ts';
import type { Metrics } from '../metrics.ts';
import { shareScrapes } from './shared-scrapes.ts';
import { type MeasuredStore, readStoreState, type StoreFigures } from './store-figures.ts';

export type MetricsSources = {
  store: MeasuredStore;
  /** Rejects with the reason if leads cannot be accepted now. */
  checkStore(): Promise<void>;
  /** Read at each scrape, because delivery is created after the metrics. */
  delivery: () => DeliveryStatus | undefined;
  /** The names of the configured forms. @default none */
  forms?: readonly string[];
  /** The current time, in milliseconds. */
  now: () => number;
};

/** Uses a separate registry, so that it does not collide with another proxy or the app's own metrics in the process. */
export function createPromMetrics(sources: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  /** With the values that each label can have. */
  const counter = <Label extends string>(
    name: string,
    help: string,
    values: Readonly<Record<Label, readonly (string | number)[]>>,
  ) => {
    const created = new Counter({ name: `leadchat_${name}`, help, labelNames: Object.keys(values), registers });
    // `increase()` and `rate()` take the first value of a series for its start, so they miss the first burst of a series
    // that does not exist before it. So every series begins at 0.
    for (const labels of combinationsOf(values)) created.inc(labels, 0);
    return created;
  };
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `leadchat_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[], buckets: number[]) =>
    new Histogram({ name: `leadchat_${name}`, help, labelNames, buckets, registers });

  const accepted = counter('leads_accepted_total', 'POST /leads requests that got 202.', {
    outcome: ['stored', 'held', 'repeated'],
  });
  const settled = counter('leads_settled_total', 'Leads that reached a last state.', {
    state: leadStates.filter((state) => state !== 'pending'),
  });
  const deliverySeconds = histogram(
    'delivery_seconds',
    'Time from accepting a lead to its last state.',
    ['state'],
    [1, 2, 5, 10, 30, 60, 300, 1800, 3600, 6 * 3600, 24 * 3600, 72 * 3600],
  );
  const stepFailures = counter('step_failures_total', 'Failed requests to the service.', {
    step: stepSchema.shape.step.options,
    code: failureCodes,
  });
  const requests = counter('requests_total', 'Requests by response status.', {
    status: [...new Set([200, 202, 204, ...Object.values(proxyErrorStatus)])],
  });
  const requestSeconds = histogram(
    'request_seconds',
    'Time to respond, by route.',
    ['route', 'method'],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  );
  requestSeconds.zero({ route: '/leads', method: 'POST' });
  const limited = counter('rate_limited_total', 'Requests that got 429, by the limit that they were over.', {
    limit: [...limitsSchema.keyof().options, 'adminSignIn', 'connections'],
  });
  const sessions = counter('sessions_total', 'Chat sessions requested from the service.', {
    outcome: ['opened', 'failed'],
  });
  const requestedCalls = counter('calls_requested_total', 'Requested call-backs.', {
    outcome: ['accepted', 'over-limit', 'refused'],
  });
  const expiredCalls = counter('calls_expired_total', 'Call-backs that could not be placed in time.', {});
  const funnel = counter('funnel_total', 'What visitors did with the chat, and what became of their leads.', {
    form: sources.forms ?? [],
    stage: [...new Set([...funnelStages, ...leadStages])],
  });

  const storeUp = gauge('store_up', '1 when the store responds: it takes leads, or can be read.');
  const figuresUp = gauge(
    'store_figures_up',
    '1 when the store could count. While not, its leads, calls and webhooks are missing here.',
  );
  const acceptsLeads = gauge('accepts_leads', '1 while leads can be stored: the store is writable and has room.');
  const [leadAge, webhookAge] = [createAge(sources.now), createAge(sources.now)];
  const figure = (name: string, help: string, read: (figures: StoreFigures) => number | undefined) => {
    const own = gauge(name, help);
    return (figures: StoreFigures | undefined) => {
      const value = figures && read(figures);
      if (value === undefined) own.remove();
      else own.set(value);
    };
  };
  const byState = (name: 'leads' | 'calls' | 'webhooks', help: string) => {
    const own = gauge(name, help, ['state']);
    return (figures: StoreFigures | undefined) => {
      own.reset();
      for (const [state, count] of Object.entries(figures?.[name] ?? {})) own.set({ state }, count);
    };
  };
  /** Without figures they are gone: stale values would look as if the store were up. */
  const showFigures = [
    figure('store_free_bytes', 'Free space on the disk of an SQLite store.', ({ space }) => space?.freeBytes),
    figure('store_min_free_bytes', 'Free space below which leads are refused.', ({ space }) => space?.minFreeBytes),
    byState('leads', 'Leads in the store by state.'),
    byState('calls', 'Call-backs in the store by state.'),
    byState('webhooks', 'Webhooks in the store by state.'),
    figure(
      'webhooks_oldest_pending_seconds',
      'Age of the oldest webhook that no receiver has accepted yet.',
      ({ oldestPendingWebhookAt }) => webhookAge(oldestPendingWebhookAt),
    ),
    figure('queue_depth', 'Leads waiting for delivery.', ({ leads }) => leads.pending),
    figure(
      'oldest_pending_seconds',
      'How long the lead has waited for delivery that waits longest.',
      ({ oldestPendingAt }) => leadAge(oldestPendingAt),
    ),
  ];
  const running = gauge('deliveries_running', 'Leads that this process is delivering now.');
  const breakerOpen = gauge('breaker_open', '1 while delivery is paused: the service fails, or rejects the API key.', [
    'reason',
  ]);

  const collectStore = async () => {
    const state = await readStoreState(sources.store, sources.checkStore);
    storeUp.set(state.isUp ? 1 : 0);
    figuresUp.set(state.figures === undefined ? 0 : 1);
    acceptsLeads.set(state.acceptsLeads ? 1 : 0);
    for (const show of showFigures) show(state.figures);
  };
  const collectDelivery = () => {
    const status = sources.delivery();
    running.set(status?.running ?? 0);
    const breaker = status?.breaker;
    const reason = breaker === undefined || breaker.state === 'closed' ? undefined : breaker.reason;
    for (const label of ['failing', 'unauthorized']) breakerOpen.set({ reason: label }, reason === label ? 1 : 0);
  };

  return {
    leadAccepted: (outcome) => accepted.inc({ outcome }),
    leadSettled(state, seconds) {
      settled.inc({ state });
      // The clock may have been set back meanwhile.
      deliverySeconds.observe({ state }, Math.max(0, seconds));
    },
    stepFailed: (step, code) => stepFailures.inc({ step, code }),
    requestFinished({ route, method, status, seconds }) {
      requests.inc({ status });
      requestSeconds.observe({ route, method }, seconds);
    },
    requestLimited: (limit) => limited.inc({ limit }),
    sessionOpened: (opened) => sessions.inc({ outcome: opened ? 'opened' : 'failed' }),
    callRequested: (outcome) => requestedCalls.inc({ outcome }),
    callExpired: () => expiredCalls.inc(),
    funnelCounted: (form, stage) => funnel.inc({ form, stage }),
    expose: shareScrapes(async () => {
      collectDelivery();
      await collectStore();
      return { text: await registry.metrics(), contentType: registry.contentType };
    }),
  };
}

/** Every combination of the values of the labels. */
function combinationsOf(values: Readonly<Record<string, readonly (string | number)[]>>) {
  return Object.entries(values).reduce<Record<string, string | number>[]>(
    (all, [label, known]) => all.flatMap((labels) => known.map((value) => ({ ...labels, [label]: value }))),
    [{}],
  );
}

/** The age of the oldest row in seconds: at least the time since it was first seen, if the clock was set back meanwhile. */
function createAge(now: () => number) {
  let oldest: { at: number; seenAt: number } | undefined;
  return (at: number | undefined): number => {
    if (at === undefined) {
      oldest = undefined;
      return 0;
    }
    if (oldest?.at !== at) oldest = { at, seenAt: performance.now() };
    return Math.max(0, now() - at, performance.now() - oldest.seenAt) / 1000;
  };
}
