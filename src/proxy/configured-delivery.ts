import type { ServiceClient } from '../service-client/index.ts';
import type { ProxyConfig } from './config/schema.ts';
import { createDelivery, type Delivery, type DeliveryOptions } from './delivery/create-delivery.ts';
import type { DeliveryLog } from './delivery/delivery-log.ts';
import type { Log, LogFacts } from './log.ts';

export type ConfiguredDeliveryDeps = { store: DeliveryOptions['store']; client: ServiceClient; log: Log };

/** Delivery as the configuration wants it, telling what it does in the proxy's log. */
export function configuredDelivery(config: ProxyConfig, { store, client, log }: ConfiguredDeliveryDeps): Delivery {
  return createDelivery({
    store,
    client,
    log: deliveryLog(log),
    retryUnknownEnrolments: config.delivery.retryUnknownEnrolments,
    tagsAreASet: config.assumptions.tagsAreASet,
    scrubAfterMs: config.retentionDays * 86_400_000,
  });
}

function deliveryLog(log: Log): DeliveryLog {
  return {
    info: (facts, text) => log.info(text, plain(facts)),
    warn: (facts, text) =>
      'error' in facts ? log.error(text, facts.error, plain(facts)) : log.warn(text, plain(facts)),
    error: (facts, text) => log.error(text, 'error' in facts ? facts.error : undefined, plain(facts)),
  };
}

/** Ids, codes and counts only; whatever else is in there is not written. */
function plain(facts: object): LogFacts {
  const kept: LogFacts = {};
  for (const [name, value] of Object.entries(facts)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') kept[name] = value;
  }
  return kept;
}
