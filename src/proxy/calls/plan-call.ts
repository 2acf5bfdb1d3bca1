import { isOpen, zonesOf } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { limitKey } from '../http/address.ts';
import type { CallCap, CallPlan } from '../store/index.ts';
import { ordinaryCountry } from './number-kind.ts';

/** Why a call-back is not placed: switched off, not part of the form, a country or kind of number that is not called, outside the hours. */
export type CallRefusal = 'off' | 'not-offered' | 'country' | 'closed';

export type CallPlanning = { ok: true; plan: CallPlan } | { ok: false; reason: CallRefusal };

export type CallRequest = {
  form: string;
  /** E.164 digits. */
  phone: string;
  record: Record<string, unknown>;
  address: string | undefined;
};

export type CallPlanner = (request: CallRequest) => CallPlanning;

/**
 * Decides whether a call-back may be placed, by everything that can be known before the store counts the caps. A call
 * rings a person and costs money, so whatever cannot be known counts against it.
 */
export function createCallPlanner(config: ProxyConfig, now: () => number): CallPlanner {
  const caps = capsOf(config.limits);
  return ({ form: name, phone, record, address }) => {
    const form = Object.hasOwn(config.forms, name) ? config.forms[name] : undefined;
    const callback = form?.callback;
    if (!config.calls.enabled) return { ok: false, reason: 'off' };
    if (form === undefined || callback === undefined) return { ok: false, reason: 'not-offered' };
    const country = ordinaryCountry(phone);
    const countries = callback.countries ?? [form.defaultCountry];
    if (country === undefined || !countries.includes(country)) return { ok: false, reason: 'country' };
    const requestedAt = now();
    const zones = callback.timeZone === undefined ? zonesOf(country) : [callback.timeZone];
    if (callback.hours !== undefined && !isOpen(callback.hours, zones, requestedAt))
      return { ok: false, reason: 'closed' };
    const { phone: _, ...context } = record;
    return {
      ok: true,
      plan: {
        agent: callback.agent,
        ...(callback.from !== undefined && { from: callback.from }),
        requestData: { source: 'leadchat', form: name, ...context },
        ip: limitKey(address ?? ''),
        country,
        requestedAt,
        expiresAt: requestedAt + config.calls.expireSeconds * 1000,
        caps,
      },
    };
  };
}

function capsOf(limits: ProxyConfig['limits']): CallCap[] {
  const per = {
    callsPerPhone: 'phone',
    callsPerPhonePerDay: 'phone',
    callsPerIp: 'ip',
    callsPerSitePerHour: 'site',
    callsPerSitePerDay: 'site',
  } as const;
  const names = [
    'callsPerPhone',
    'callsPerPhonePerDay',
    'callsPerIp',
    'callsPerSitePerHour',
    'callsPerSitePerDay',
  ] as const;
  return names.flatMap((name) => {
    const limit = limits[name];
    return limit === false ? [] : [{ name, per: per[name], ...limit }];
  });
}
