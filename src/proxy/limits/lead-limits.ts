import type { Limit, LimitName, Limits } from '../config/limits-schema.ts';
import { limitKey } from '../http/address.ts';
import { type LimiterFactory, limitAddresses, rewardAll, takeInOrder, unlimited } from './limiter.ts';
import { createMemoryLimiters } from './memory-limiter.ts';

/** Names of the limits whose keys begin with a phone. */
export const phoneLimits = { phone: 'leads-phone', phoneAndAddress: 'leads-phone-ip' } as const;

/** The limit of a network for refused requests, in addresses that reach theirs. */
const refusingAddresses = 10;

/** A browser repeats a lead a few times in a minute, however many visitors share its address. */
const lookupLimit = { points: 10, seconds: 60 };

export type LeadLimits = ReturnType<typeof createLeadLimits>;

/** The limits of what visitors send. Each function counts one request. */
export function createLeadLimits(limits: Limits, createLimiter: LimiterFactory) {
  // Where addresses have no limit, such as behind a load balancer that is not in `trustedProxies`, one address stands
  // for all visitors.
  const ofAddresses = (value: Limit) => (limits.leadsPerIp === false ? false : value);
  /** `name` separates its keys from those of others. */
  const named = (
    limit: LimitName,
    name: string,
    value: Limit = ofAddresses(limits[limit]),
    create = createLimiter,
  ) => ({
    limit,
    limiter: value === false ? unlimited : create(name, value),
  });
  const leadsFrom = (prefix: string) => [
    named('leadsPerIp', `${prefix}-ip`),
    { ...named('leadsPerNetwork', `${prefix}-network`), ofNetwork: true as const },
  ];
  const perPhone = named('leadsPerPhone', phoneLimits.phone, limits.leadsPerPhone).limiter;
  const firstOfAddress = named(
    'leadsPerPhone',
    phoneLimits.phoneAndAddress,
    withPoints(limits.leadsPerPhone, () => 1),
  ).limiter;
  const perForm = named('leadsPerForm', 'leads-form', limits.leadsPerForm);
  const perSite = named('leadsPerSite', 'leads-site', limits.leadsPerSite);
  const heldPerSite = named('heldPerSite', 'held-site', limits.leadsPerSite === false ? false : limits.heldPerSite);
  const refusalsPerNetwork = withPoints(ofAddresses(limits.refusalsPerIp), (points) => points * refusingAddresses);
  const countHere = createMemoryLimiters();
  return {
    /** Counts leads per address and network. A request over a limit is refused, so that a flood costs nothing. */
    takeAddress: limitAddresses(
      ...leadsFrom('leads'),
      named('leadsPerIpPerDay', 'leads-ip-day', limits.leadsPerIpPerDay),
    ),
    /**
     * Counts per phone. A lead over the limit is stored but held, because a refusal would reveal something about the
     * phone. The first lead from an address always passes; otherwise others could block a person's own lead by forging
     * leads with the same phone.
     */
    async takePhone(phone: string, address: string | undefined) {
      const keys = [
        { limiter: firstOfAddress, key: `${phone} ${limitKey(address)}` },
        { limiter: perPhone, key: phone },
      ];
      const results = await Promise.all(keys.map(({ limiter, key }) => limiter.take(key)));
      const taken = keys.filter((_, index) => results[index]?.allowed === true);
      return { isOver: taken.length === 0, reward: () => rewardAll(taken) };
    },
    /** Counts per form and site. Held leads have a limit of their own, so that bots do not use up the others. */
    takeSite: (form: string, isHeld: boolean) =>
      takeInOrder(
        isHeld
          ? [{ ...heldPerSite, key: 'site' }]
          : [
              { ...perForm, key: form },
              { ...perSite, key: 'site' },
            ],
      ),
    /** Counts sessions per address, with the limits for leads. */
    takeSession: limitAddresses(...leadsFrom('sessions')),
    /** Counts requests that are refused for their content. */
    takeRefusal: limitAddresses(named('refusalsPerIp', 'refusals-ip'), {
      ...named('refusalsPerIp', 'refusals-network', refusalsPerNetwork),
      ofNetwork: true,
    }),
    /**
     * Counts look-ups for requests that another limit refuses, which may be repetitions of a stored lead. Asks no database:
     * a flood of refused requests must not cost one.
     */
    takeLookup: limitAddresses(named('refusalsPerIp', 'lookups-ip', lookupLimit, countHere)),
    /** Counts verified user tokens. */
    takeIdentity: limitAddresses(named('identitiesPerIp', 'identities-ip')),
    /** Counts reports of what visitors did. Asks no database, because such a report is worth none. */
    takeReport: limitAddresses(named('reportsPerIp', 'reports-ip', ofAddresses(limits.reportsPerIp), countHere)),
  };
}

function withPoints(limit: Limit, pointsOf: (points: number) => number): Limit {
  return limit === false ? false : { ...limit, points: pointsOf(limit.points) };
}
