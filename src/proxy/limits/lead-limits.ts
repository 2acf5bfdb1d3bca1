import type { Limit, LimitName, Limits } from '../config/limits-schema.ts';
import { limitKey } from '../http/address.ts';
import type { Limiter, LimiterFactory } from './limiter.ts';

/** Names the limit that the request is over. */
export type LeadLimitResult = { allowed: true } | { allowed: false; limit: LimitName; retryAfterSeconds: number };

export type LeadLimits = {
  /** Counts per address, form and site. A request over a limit is refused, so that a flood costs nothing. */
  takeRequest(address: string | undefined, form: string): Promise<LeadLimitResult>;
  /**
   * Counts per phone. A lead over the limit is stored but held, because a refusal would reveal something about the
   * phone. The first lead from an address always passes; otherwise others could block a person's own lead by forging
   * leads with the same phone.
   */
  takePhone(phone: string, address: string | undefined): Promise<boolean>;
  /** Returns the points of a lead that turned out to be stored already. */
  giveBack(address: string | undefined, form: string, phone: string): Promise<void>;
  /** Counts sessions per address, with the limit for leads. */
  takeSession(address: string | undefined): Promise<LeadLimitResult>;
};

export function createLeadLimits(limits: Limits, createLimiter: LimiterFactory): LeadLimits {
  const create = (name: string, limit: Limit) => (limit === false ? unlimited : createLimiter(name, limit));
  const perIp = create('leads-ip', limits.leadsPerIp);
  const perIpAndDay = create('leads-ip-day', limits.leadsPerIpPerDay);
  const perPhone = create('leads-phone', limits.leadsPerPhone);
  const firstOfAddress = create(
    'leads-phone-ip',
    limits.leadsPerPhone === false ? false : { ...limits.leadsPerPhone, points: 1 },
  );
  const perForm = create('leads-form', limits.leadsPerForm);
  const perSite = create('leads-site', limits.leadsPerSite);
  const sessionsPerIp = create('sessions-ip', limits.leadsPerIp);
  return {
    async takeRequest(address, form) {
      const key = limitKey(address);
      // The address comes first: an address over its limit must not use up the limits that all visitors share.
      const steps = [
        ['leadsPerIp', perIp, key],
        ['leadsPerIpPerDay', perIpAndDay, key],
        ['leadsPerForm', perForm, form],
        ['leadsPerSite', perSite, 'site'],
      ] as const;
      for (const [limit, limiter, countedBy] of steps) {
        const result = await limiter.take(countedBy);
        if (!result.allowed) return { ...result, limit };
      }
      return { allowed: true };
    },
    async takePhone(phone, address) {
      const isFirst = (await firstOfAddress.take(`${phone} ${limitKey(address)}`)).allowed;
      const isWithinLimit = (await perPhone.take(phone)).allowed;
      return isFirst || isWithinLimit;
    },
    async giveBack(address, form, phone) {
      const key = limitKey(address);
      await Promise.all([
        perIp.giveBack?.(key),
        perIpAndDay.giveBack?.(key),
        perForm.giveBack?.(form),
        perSite.giveBack?.('site'),
        firstOfAddress.giveBack?.(`${phone} ${key}`),
        perPhone.giveBack?.(phone),
      ]);
    },
    async takeSession(address) {
      const result = await sessionsPerIp.take(limitKey(address));
      return result.allowed ? result : { ...result, limit: 'leadsPerIp' };
    },
  };
}

const unlimited: Limiter = { take: async () => ({ allowed: true }), check: async () => ({ allowed: true }) };
