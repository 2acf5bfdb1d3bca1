import type { Chat } from '../../../core/index.ts';
import { type ClosedDays, closedDaysAt, isOpen, type OpeningHours, zonesOf } from '../../../protocol/opening-times.ts';
import { isCallUnderWay } from '../../../protocol/proxy/call-state.ts';
import type { PublicCall } from '../../../protocol/proxy/public-config.ts';
import { useChat } from '../chat-context.ts';
import { usePanel } from '../panel-model.ts';

/** A call-back that the visitor can request, for now or for later. The proxy may still refuse it. */
export type CallOffer = {
  /** Whether calls are placed now. */
  isOpen: boolean;
  /** Undefined: calls are placed at any hour. */
  hours: readonly OpeningHours[] | undefined;
  /** Days on which no calls are placed. */
  closed: readonly ClosedDays[];
  /** The zones in which a time must be within the hours. Empty if the browser does not know them. */
  zones: readonly string[];
  /** The zones that the phone can be in. */
  countryZones: readonly string[];
  /** The zone of the hours, if it is one of them. */
  likelyZone: string | undefined;
};

/** Returns null if no call is possible: the form offers none, or does not offer calls to the number's country. */
export function getCallOffer(call: PublicCall | null, country: string | undefined, now: number): CallOffer | null {
  if (call === null) return null;
  const { countries, hours, timeZone, closed = [] } = call;
  if (country !== undefined && countries?.includes(country) === false) return null;
  const [only] = countries?.length === 1 ? countries : [country];
  const countryZones = zonesOf(only ?? 'ZZ');
  const zones = timeZone === undefined ? countryZones : [timeZone];
  return {
    isOpen:
      (hours === undefined || zones.length === 0 || isOpen(hours, zones, now)) &&
      closedDaysAt(closed, zones, now) === undefined,
    hours,
    closed,
    zones,
    countryZones,
    likelyZone: timeZone !== undefined && countryZones.includes(timeZone) ? timeZone : undefined,
  };
}

/** The same for a visitor whose lead is known, who can have one call at a time. */
export function useNextCallOffer(): CallOffer | null {
  const { call, now } = usePanel();
  return getNextCallOffer(useChat(), call.value, now.value);
}

export function getNextCallOffer({ state, leadForm }: Chat, call: PublicCall | null, now: number): CallOffer | null {
  const lead = state.lead.value;
  const callback = state.callback.value;
  const isKnown = lead.status === 'accepted' && lead.lead !== null;
  const isRequested =
    callback.status === 'asking' || (callback.status === 'requested' && isCallUnderWay(callback.state));
  if (!isKnown || isRequested) return null;
  return getCallOffer(call, leadForm?.country.value, now);
}
