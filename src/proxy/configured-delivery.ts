import type { Clock } from '../clock.ts';
import type { ServiceClient } from '../service-client/index.ts';
import type { ProxyConfig } from './config/schema.ts';
import { createDelivery, type Delivery, type DeliveryOptions } from './delivery/create-delivery.ts';
import type { FunnelCounter } from './funnel/funnel-counter.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export type ConfiguredDeliveryDeps = {
  store: DeliveryOptions['store'];
  client: ServiceClient;
  log: Log;
  metrics: Pick<Metrics, 'leadSettled' | 'stepFailed'>;
  funnel: Pick<FunnelCounter, 'countLead'>;
  clock: Clock;
};

const dayMs = 86_400_000;

/** Delivery with the options of the configuration. */
export function createConfiguredDelivery(
  config: ProxyConfig,
  { store, client, log, metrics, funnel, clock }: ConfiguredDeliveryDeps,
): Delivery {
  return createDelivery({
    store,
    client,
    log,
    clock,
    onSettled(lead, state, durationMs) {
      metrics.leadSettled(state, durationMs / 1000);
      if (state === 'delivered') funnel.countLead(lead, 'delivered', lead.acceptedAt);
    },
    onStepFailed: (step, code) => metrics.stepFailed(step, code),
    concurrency: config.delivery.concurrency,
    retryUnknownEnrolments: config.delivery.retryUnknownEnrolments,
    tagsAreASet: config.assumptions.tagsAreASet,
    getLeadReturnsCustomFields: config.assumptions.getLeadReturnsCustomFields,
    unassignedMeans: config.assumptions.unassignedMeans,
    retention: {
      deliveredMs: config.retentionDays * dayMs,
      ...(config.unresolvedDays !== false && { unresolvedMs: config.unresolvedDays * dayMs }),
    },
  });
}
