import type { Limit, Limits } from '../config/limits-schema.ts';
import { limitKey } from '../http/address.ts';
import {
  createAddressLimiter,
  type LimitedKey,
  type LimiterFactory,
  type NamedLimitResult,
  takeInOrder,
  unlimited,
} from './limiter.ts';
import { createMemoryLimiters } from './memory-limiter.ts';

export type LeadLimits = {
  /** Counts leads per address and network. A request over a limit is refused, so that a flood costs nothing. */
  takeAddress(address: string | undefined): Promise<NamedLimitResult>;
  /**
   * Counts per phone. A lead over the limit is stored but held, because a refusal would reveal something about the
   * phone. The first lead from an address always passes; otherwise others could block a person's own lead by forging
   * leads with the same phone.
   */
  takePhone(phone: string, address: string | undefined): Promise<boolean>;
  /** Counts per form and site. Held leads have a limit of their own, so that bots do not use up the others. */
  takeSite(form: string, isHeld: boolean): Promise<NamedLimitResult>;
  /** Returns the points of `takeAddress` and `takePhone` for a lead that turned out to be stored already. */
  rewardVisitor(phone: string, address: string | undefined): Promise<void>;
  /** The same for `takeSite`. */
  rewardSite(form: string, isHeld: boolean): Promise<void>;
  /** Counts sessions per address, with the limits for leads. */
  takeSession(address: string | undefined): Promise<NamedLimitResult>;
  /** Counts requests that are refused for their content. */
  takeRefusal(address: string | undefined): Promise<NamedLimitResult>;
  /** Counts verified user tokens. */
  takeIdentity(address: string | undefined): Promise<NamedLimitResult>;
  /** Counts reports of what visitors did. Asks no database, because such a report is worth none. */
  takeReport(address: string | undefined): Promise<NamedLimitResult>;
};

/** Names of the limits whose keys begin with a phone. */
export const phoneLimits = { phone: 'leads-phone', phoneAndAddress: 'leads-phone-ip' } as const;

/** The limit of a network for refused requests, in addresses that reach theirs. */
const refusingAddresses = 10;

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
      if (result.allowed) return ofDay;
      if (ofDay.allowed) await perIpAndDay.reward(address);
      return result;
    },
    async takePhone(phone, address) {
      const [first, ofPhone] = await Promise.all([
        firstOfAddress.take(`${phone} ${limitKey(address)}`),
        perPhone.take(phone),
      ]);
      return first.allowed || ofPhone.allowed;
    },
    takeSite: (form, isHeld) => takeInOrder(ofSite(form, isHeld)),
    async rewardVisitor(phone, address) {
      await Promise.all([
        perIp.reward(address),
        perIpAndDay.reward(address),
        firstOfAddress.reward(`${phone} ${limitKey(address)}`),
        perPhone.reward(phone),
      ]);
    },
    async rewardSite(form, isHeld) {
      await Promise.all(ofSite(form, isHeld).map(({ limiter, key }) => limiter.reward(key)));
    },
    takeSession: sessionsPerIp.take,
    takeRefusal: refusals.take,
    takeIdentity: identities.take,
    takeReport: reports.take,
  };
}

function withPoints(limit: Limit, pointsOf: (points: number) => number): Limit {
  return limit === false ? false : { ...limit, points: pointsOf(limit.points) };
}
