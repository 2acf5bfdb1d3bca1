import type { ProxyConfig } from './config/schema.ts';
import { createDelivery, type Delivery, type DeliveryOptions } from './delivery/create-delivery.ts';

export type ConfiguredDeliveryDeps = Pick<DeliveryOptions, 'store' | 'client' | 'log' | 'clock' | 'metrics' | 'funnel'>;

const dayMs = 86_400_000;

/** Delivery with the options of the configuration. */
export function createConfiguredDelivery(config: ProxyConfig, deps: ConfiguredDeliveryDeps): Delivery {
  return createDelivery({
    ...deps,
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
