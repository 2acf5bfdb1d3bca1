import type { DeliveryLog } from '../delivery/delivery-log.ts';
import type { Log, LogFacts } from '../log.ts';

/** Lets delivery write into the proxy's log. */
export function deliveryLog(log: Log): DeliveryLog {
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
