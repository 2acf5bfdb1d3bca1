import type { Limits } from '../config/limits-schema.ts';
import { limitKey } from '../http/address.ts';
import { type LimitAnswer, type LimiterFactory, limiterFor } from './limiter.ts';

export type LeadLimits = {
  /** Per address, per form and per site. Over them the request is refused, so that a flood costs nothing. */
  takeRequest(address: string | undefined, form: string): Promise<LimitAnswer>;
  /** Per phone. Over it the lead is kept and held: whoever is refused here would learn something about a phone. */
  takePhone(phone: string): Promise<boolean>;
  /** Sessions are cheaper than leads, but the same address may not have many more of them. */
  takeSession(address: string | undefined): Promise<LimitAnswer>;
};

export function createLeadLimits(limits: Limits, create: LimiterFactory): LeadLimits {
  const perIp = limiterFor(create, 'leads-ip', limits.leadsPerIp);
  const perIpAndDay = limiterFor(create, 'leads-ip-day', limits.leadsPerIpPerDay);
  const perPhone = limiterFor(create, 'leads-phone', limits.leadsPerPhone);
  const perForm = limiterFor(create, 'leads-form', limits.leadsPerForm);
  const perSite = limiterFor(create, 'leads-site', limits.leadsPerSite);
  const sessionsPerIp = limiterFor(create, 'sessions-ip', limits.leadsPerIp);
  return {
    async takeRequest(address, form) {
      const key = limitKey(address ?? '');
      // The address first: one that is over its limit must not use up what everybody shares.
      for (const limiter of [perIp, perIpAndDay]) {
        const answer = await limiter.take(key);
        if (!answer.allowed) return answer;
      }
      const answer = await perForm.take(form);
      return answer.allowed ? perSite.take('site') : answer;
    },
    async takePhone(phone) {
      return (await perPhone.take(phone)).allowed;
    },
    takeSession: (address) => sessionsPerIp.take(limitKey(address ?? '')),
  };
}
