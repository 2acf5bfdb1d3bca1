import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readOptions } from '../../options/index.ts';
import { type ClosedDays, closedDaysAt, isOpen, zonesOf } from '../../protocol/opening-times.ts';
import { type CallbackConfig, formNamed } from '../config/form-schema.ts';
import type { Limit } from '../config/limits-schema.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { CallCap, CallPlan } from '../domain/call.ts';
import type { StoredLead } from '../domain/lead.ts';
import { routeLead } from '../domain/routes.ts';
import { limitKey } from '../http/address.ts';

/**
 * Why a call-back is refused: call-backs are off, the form offers none, the country or kind of number is not called, or
 * the time is outside the hours, in the past or too far ahead.
 */
export type CallRefusal = 'off' | 'not-offered' | 'country' | 'closed' | 'past' | 'too-far';

export type CallPlanning = { ok: true; plan: CallPlan } | { ok: false; reason: CallRefusal };

export type CallRequest = Pick<StoredLead, 'form' | 'phone' | 'record'> & {
  address: string | undefined;
  /** When to call. Absent: now. */
  at?: number | undefined;
  /** An operator has confirmed that it may be outside the form's hours. @default false */
  anyHour?: boolean | undefined;
};

export type CallPlanner = (request: CallRequest) => CallPlanning;

/** How far ahead a call can be planned. */
const maxAheadMs = 7 * 24 * 3_600_000;

/**
 * Decides whether a call-back may be placed or planned; the store checks the caps later. A call rings a person and
 * costs money, so numbers of an unknown kind are not called.
 */
export function createCallPlanner(config: ProxyConfig, now: () => number): CallPlanner {
  const caps = callCapsOf(config.limits);
  const closedDaysOf = createClosedDays(config);
  return ({ form: name, phone, record, address, at, anyHour = false }) => {
    const form = formNamed(config.forms, name);
    if (!config.calls.enabled) return { ok: false, reason: 'off' };
    const caller = form && routeLead(form, record).callback;
    if (form?.callback === undefined || caller === undefined) return { ok: false, reason: 'not-offered' };
    const { callback } = form;
    const country = ordinaryCountry(phone);
    const countries = callback.countries ?? [form.defaultCountry];
    if (country === undefined || !countries.includes(country)) return { ok: false, reason: 'country' };
    const requestedAt = now();
    if (at !== undefined && at <= requestedAt) return { ok: false, reason: 'past' };
    if (at !== undefined && at > requestedAt + maxAheadMs) return { ok: false, reason: 'too-far' };
    const callAt = at ?? requestedAt;
    const zones = callback.timeZone === undefined ? zonesOf(country) : [callback.timeZone];
    const isWithin =
      (callback.hours === undefined || isOpen(callback.hours, zones, callAt)) &&
      closedDaysAt(closedDaysOf(callback), zones, callAt) === undefined;
    if (!isWithin && !anyHour) return { ok: false, reason: 'closed' };
    const { phone: _, ...context } = record;
    return {
      ok: true,
      plan: {
        ...caller,
        requestData: { source: 'leadchat', form: name, ...context },
        ip: limitKey(address),
        country,
        requestedAt,
        plannedAt: at,
        expiresAt: callAt + config.calls.expireSeconds * 1000,
        anyHour: !isWithin ? 1 : undefined,
        caps,
      },
    };
  };
}

/** The days on which forms call nobody: those of the whole site, and a form's own, in the zone of its hours. */
export function createClosedDays({ widget }: Pick<ProxyConfig, 'widget'>): (callback: CallbackConfig) => ClosedDays[] {
  const { hours } = readOptions({ proxy: widget, attributes: {}, overrides: {} }).options;
  const ofSite = hours?.closed?.map(({ from, to }) => ({ from, to, timeZone: hours.timeZone })) ?? [];
  return ({ closed = [] }) => [...ofSite, ...closed.map(({ from, to }) => ({ from, to }))];
}

/**
 * Kinds of numbers that people answer at the usual price. Call fraud earns money with premium and shared-cost numbers.
 */
const ordinaryTypes = new Set<string | undefined>(['MOBILE', 'FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

/**
 * The country of an ordinary number in E.164 digits; undefined for premium, shared-cost, satellite and similar numbers.
 */
function ordinaryCountry(digits: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number !== undefined && ordinaryTypes.has(number.getType()) ? number.country : undefined;
}

/** The limits on calls as the store counts them. */
export function callCapsOf(limits: ProxyConfig['limits']): CallCap[] {
  const caps: (CallCap | undefined)[] = [
    capOf('callsPerPhone', 'phone', limits.callsPerPhone),
    capOf('callsPerPhonePerDay', 'phone', limits.callsPerPhonePerDay),
    capOf('callsPerIp', 'ip', limits.callsPerIp),
    capOf('callsPerNetwork', 'network', limits.callsPerIp === false ? false : limits.callsPerNetwork),
    capOf('callsPerCountryPerHour', 'country', limits.callsPerCountryPerHour),
    capOf('callsPerSitePerHour', 'site', limits.callsPerSitePerHour),
    capOf('callsPerSitePerDay', 'site', limits.callsPerSitePerDay),
  ];
  const active = caps.filter((cap) => cap !== undefined);
  if (limits.callsPerIp === false) return active;
  // Half of each shared cap is reserved for networks without a call. Otherwise a few senders could use up all of it.
  const shares = active
    .filter(({ per }) => per === 'country' || per === 'site')
    .map((cap) => ({ ...cap, points: Math.ceil(cap.points / 2), exceptFirstOfNetwork: true }));
  return [...active, ...shares];
}

function capOf(name: string, per: CallCap['per'], limit: Limit): CallCap | undefined {
  return limit === false ? undefined : { name, per, ...limit };
}
