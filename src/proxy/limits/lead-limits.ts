import type { Limit, LimitName, Limits } from '../config/limits-schema.ts';
import { limitKey } from '../http/address.ts';
import { createAddressLimiter } from './address-limiter.ts';
import { type LimiterFactory, takeInOrder, unlimited } from './limiter.ts';
import { createMemoryLimiters } from './memory-limiter.ts';

/** Names the limit that the request is over. */
export type LeadLimitResult = { allowed: true } | { allowed: false; limit: LimitName; retryAfterSeconds: number };

export type LeadLimits = {
  /** Counts leads per address and network. A request over a limit is refused, so that a flood costs nothing. */
  takeAddress(address: string | undefined): Promise<LeadLimitResult>;
  /**
   * Counts per phone. A lead over the limit is stored but held, because a refusal would reveal something about the
   * phone. The first lead from an address always passes; otherwise others could block a person's own lead by forging
   * leads with the same phone.
   */
  takePhone(phone: string, address: string | undefined): Promise<boolean>;
  /** Counts per form and site. Held leads have a limit of their own, so that bots do not use up the others. */
  takeSite(form: string, isHeld: boolean): Promise<LeadLimitResult>;
  /** Returns the points of `takeAddress` and `takePhone` for a lead that turned out to be stored already. */
  rewardVisitor(phone: string, address: string | undefined): Promise<void>;
  /** The same for `takeSite`. */
  rewardSite(form: string, isHeld: boolean): Promise<void>;
  /** Counts sessions per address, with the limits for leads. */
  takeSession(address: string | undefined): Promise<LeadLimitResult>;
  /** Counts requests that are refused for their content. */
  takeRefusal(address: string | undefined): Promise<LeadLimitResult>;
  /** Counts verified user tokens. */
  takeIdentity(address: string | undefined): Promise<LeadLimitResult>;
  /** Counts reports of what visitors did. Asks no database, because such a report is worth none. */
  takeReport(address: string | undefined): Promise<LeadLimitResult>;
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
  const perIp = createAddressLimiter({
    perAddress: create('leads-ip', limits.leadsPerIp),
    perNetwork: create('leads-network', ofAddresses(limits.leadsPerNetwork)),
  });
  const perIpAndDay = createAddressLimiter({ perAddress: create('leads-ip-day', limits.leadsPerIpPerDay) });
  const perPhone = create(phoneLimits.phone, limits.leadsPerPhone);
  const firstOfAddress = create(
    phoneLimits.phoneAndAddress,
    withPoints(limits.leadsPerPhone, () => 1),
  );
  const perForm = create('leads-form', limits.leadsPerForm);
  const perSite = create('leads-site', limits.leadsPerSite);
  const heldPerSite = create('held-site', limits.leadsPerSite === false ? false : limits.heldPerSite);
  const sessionsPerIp = createAddressLimiter({
    perAddress: create('sessions-ip', limits.leadsPerIp),
    perNetwork: create('sessions-network', ofAddresses(limits.leadsPerNetwork)),
  });
  const refusals = createAddressLimiter({
    perAddress: create('refusals-ip', ofAddresses(limits.refusalsPerIp)),
    perNetwork: create(
      'refusals-network',
      withPoints(ofAddresses(limits.refusalsPerIp), (points) => points * refusingAddresses),
    ),
  });
  const identities = createAddressLimiter({
    perAddress: create('identities-ip', ofAddresses(limits.identitiesPerIp)),
  });
  const reportLimit = ofAddresses(limits.reportsPerIp);
  const reports = createAddressLimiter({
    perAddress: reportLimit === false ? unlimited : createMemoryLimiters()('reports-ip', reportLimit),
  });
  return {
    async takeAddress(address) {
      const [result, ofDay] = await Promise.all([perIp.take(address), perIpAndDay.take(address)]);
      if (result.allowed) return named(ofDay, 'leadsPerIpPerDay');
      if (ofDay.allowed) await perIpAndDay.reward(address);
      return named(result, result.refusedBy === 'address' ? 'leadsPerIp' : 'leadsPerNetwork');
    },
    async takePhone(phone, address) {
      const [first, ofPhone] = await Promise.all([
        firstOfAddress.take(`${phone} ${limitKey(address)}`),
        perPhone.take(phone),
      ]);
      return first.allowed || ofPhone.allowed;
    },
    async takeSite(form, isHeld) {
      if (isHeld) return named(await heldPerSite.take('site'), 'heldPerSite');
      const result = await takeInOrder([
        { limiter: perForm, key: form },
        { limiter: perSite, key: 'site' },
      ]);
      return result.allowed ? result : named(result, result.index === 0 ? 'leadsPerForm' : 'leadsPerSite');
    },
    async rewardVisitor(phone, address) {
      await Promise.all([
        perIp.reward(address),
        perIpAndDay.reward(address),
        firstOfAddress.reward(`${phone} ${limitKey(address)}`),
        perPhone.reward(phone),
      ]);
    },
    async rewardSite(form, isHeld) {
      const rewarded = isHeld ? [heldPerSite.reward('site')] : [perForm.reward(form), perSite.reward('site')];
      await Promise.all(rewarded);
    },
    async takeSession(address) {
      const result = await sessionsPerIp.take(address);
      return result.allowed ? result : named(result, result.refusedBy === 'address' ? 'leadsPerIp' : 'leadsPerNetwork');
    },
    takeRefusal: async (address) => named(await refusals.take(address), 'refusalsPerIp'),
    takeIdentity: async (address) => named(await identities.take(address), 'identitiesPerIp'),
    takeReport: async (address) => named(await reports.take(address), 'reportsPerIp'),
  };
}

function named(
  result: { allowed: true } | { allowed: false; retryAfterSeconds: number },
  limit: LimitName,
): LeadLimitResult {
  return result.allowed ? result : { allowed: false, limit, retryAfterSeconds: result.retryAfterSeconds };
}

function withPoints(limit: Limit, pointsOf: (points: number) => number): Limit {
  return limit === false ? false : { ...limit, points: pointsOf(limit.points) };
}
