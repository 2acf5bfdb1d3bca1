import type { Limit, Limits } from '../config/limits-schema.ts';
import { limitKey } from '../http/address.ts';
import {
  createAddressLimiter,
  type LimitedKey,
  type LimiterFactory,
  type NamedLimitResult,
  type TakeResult,
  takeInOrder,
  unlimited,
} from './limiter.ts';
import { createMemoryLimiters } from './memory-limiter.ts';

export type LeadLimits = {
  /** Counts leads per address and network. A request over a limit is refused, so that a flood costs nothing. */
  takeAddress(address: string | undefined): Promise<TakeResult>;
  /**
   * Counts per phone. A lead over the limit is stored but held, because a refusal would reveal something about the
   * phone. The first lead from an address always passes; otherwise others could block a person's own lead by forging
   * leads with the same phone.
   */
  takePhone(phone: string, address: string | undefined): Promise<{ isOver: boolean; reward(): Promise<void> }>;
  /** Counts per form and site. Held leads have a limit of their own, so that bots do not use up the others. */
  takeSite(form: string, isHeld: boolean): Promise<TakeResult>;
  /** Counts sessions per address, with the limits for leads. */
  takeSession(address: string | undefined): Promise<NamedLimitResult>;
  /** Counts requests that are refused for their content. */
  takeRefusal(address: string | undefined): Promise<TakeResult>;
  /**
   * Counts look-ups for requests that another limit refuses, which may be repetitions of a stored lead. Asks no database:
   * a flood of refused requests must not cost one.
   */
  takeLookup(address: string | undefined): Promise<TakeResult>;
  /** Counts verified user tokens. */
  takeIdentity(address: string | undefined): Promise<NamedLimitResult>;
  /** Counts reports of what visitors did. Asks no database, because such a report is worth none. */
  takeReport(address: string | undefined): Promise<NamedLimitResult>;
};

/** Names of the limits whose keys begin with a phone. */
export const phoneLimits = { phone: 'leads-phone', phoneAndAddress: 'leads-phone-ip' } as const;

/** The limit of a network for refused requests, in addresses that reach theirs. */
const refusingAddresses = 10;

/** A browser repeats a lead a few times in a minute, however many visitors share its address. */
const lookupLimit = { points: 10, seconds: 60 };

export function createLeadLimits(limits: Limits, createLimiter: LimiterFactory): LeadLimits {
  const create = (name: string, limit: Limit) => (limit === false ? unlimited : createLimiter(name, limit));
  // Where addresses have no limit, such as behind a load balancer that is not in `trustedProxies`, one address stands
  // for all visitors.
  const ofAddresses = (limit: Limit) => (limits.leadsPerIp === false ? false : limit);
  const leadsFrom = (prefix: string) =>
    createAddressLimiter({
      address: { limit: 'leadsPerIp', limiter: create(`${prefix}-ip`, limits.leadsPerIp) },
      network: { limit: 'leadsPerNetwork', limiter: create(`${prefix}-network`, ofAddresses(limits.leadsPerNetwork)) },
    });
  const perIp = leadsFrom('leads');
  const sessionsPerIp = leadsFrom('sessions');
  const perIpAndDay = createAddressLimiter({
    address: { limit: 'leadsPerIpPerDay', limiter: create('leads-ip-day', limits.leadsPerIpPerDay) },
  });
  const perPhone = create(phoneLimits.phone, limits.leadsPerPhone);
  const firstOfAddress = create(
    phoneLimits.phoneAndAddress,
    withPoints(limits.leadsPerPhone, () => 1),
  );
  const perForm = create('leads-form', limits.leadsPerForm);
  const perSite = create('leads-site', limits.leadsPerSite);
  const heldPerSite = create('held-site', limits.leadsPerSite === false ? false : limits.heldPerSite);
  const ofSite = (form: string, isHeld: boolean): readonly LimitedKey[] =>
    isHeld
      ? [{ limit: 'heldPerSite', limiter: heldPerSite, key: 'site' }]
      : [
          { limit: 'leadsPerForm', limiter: perForm, key: form },
          { limit: 'leadsPerSite', limiter: perSite, key: 'site' },
        ];
  const refusalsPerIp = ofAddresses(limits.refusalsPerIp);
  const refusalsPerNetwork = withPoints(refusalsPerIp, (points) => points * refusingAddresses);
  const refusals = createAddressLimiter({
    address: { limit: 'refusalsPerIp', limiter: create('refusals-ip', refusalsPerIp) },
    network: { limit: 'refusalsPerIp', limiter: create('refusals-network', refusalsPerNetwork) },
  });
  const lookups = createAddressLimiter({
    address: { limit: 'refusalsPerIp', limiter: createMemoryLimiters()('lookups-ip', lookupLimit) },
  });
  const identities = createAddressLimiter({
    address: { limit: 'identitiesPerIp', limiter: create('identities-ip', ofAddresses(limits.identitiesPerIp)) },
  });
  const reportLimit = ofAddresses(limits.reportsPerIp);
  const reports = createAddressLimiter({
    address: {
      limit: 'reportsPerIp',
      limiter: reportLimit === false ? unlimited : createMemoryLimiters()('reports-ip', reportLimit),
    },
  });
  return {
    async takeAddress(address) {
      const [result, ofDay] = await Promise.all([perIp.take(address), perIpAndDay.take(address)]);
      if (result.allowed && ofDay.allowed) {
        return {
          allowed: true,
          async reward() {
            await Promise.all([result.reward(), ofDay.reward()]);
          },
        };
      }
      if (result.allowed) return ofDay;
      if (ofDay.allowed) await ofDay.reward();
      return result;
    },
    async takePhone(phone, address) {
      const keys = [
        { limiter: firstOfAddress, key: `${phone} ${limitKey(address)}` },
        { limiter: perPhone, key: phone },
      ];
      const results = await Promise.all(keys.map(({ limiter, key }) => limiter.take(key)));
      const taken = keys.filter((_, index) => results[index]?.allowed === true);
      return {
        isOver: taken.length === 0,
        async reward() {
          await Promise.all(taken.map(({ limiter, key }) => limiter.reward(key)));
        },
      };
    },
    takeSite: (form, isHeld) => takeInOrder(ofSite(form, isHeld)),
    takeSession: sessionsPerIp.take,
    takeRefusal: refusals.take,
    takeLookup: lookups.take,
    takeIdentity: identities.take,
    takeReport: reports.take,
  };
}

function withPoints(limit: Limit, pointsOf: (points: number) => number): Limit {
  return limit === false ? false : { ...limit, points: pointsOf(limit.points) };
}
