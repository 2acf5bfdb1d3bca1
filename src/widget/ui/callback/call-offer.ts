import type { CallbackState, Chat } from '../../../core/index.ts';
import { isOpen, type OpeningHours, type PublicCall, zonesOf } from '../../../protocol/index.ts';

/** A call-back that the visitor can request, for now or for later. The proxy has the last word all the same. */
export type CallOffer = {
  /** Someone calls at this hour. */
  isOpen: boolean;
  /** Absent: at any hour. */
  hours: readonly OpeningHours[] | undefined;
  /** The zones in which a time must be within the hours. Empty where the browser does not know them. */
  zones: readonly string[];
  /** The zones that the phone can be in. */
  countryZones: readonly string[];
  /** The one of them that the hours are in. */
  likelyZone: string | undefined;
};

/** Null where no call would come: the form has none, or the number is of a country that is not called. */
export function getCallOffer(call: PublicCall | null, country: string | undefined, now = Date.now()): CallOffer | null {
  if (call === null) return null;
  const { countries, hours, timeZone } = call;
  if (country !== undefined && countries?.includes(country) === false) return null;
  const [only] = countries?.length === 1 ? countries : [country];
  const countryZones = zonesOf(only ?? 'ZZ');
  const zones = timeZone === undefined ? countryZones : [timeZone];
  return {
    isOpen: hours === undefined || zones.length === 0 || isOpen(hours, zones, now),
    hours,
    zones,
    countryZones,
    likelyZone: timeZone !== undefined && countryZones.includes(timeZone) ? timeZone : undefined,
  };
}

/** The same for a visitor whose lead is known: one call at a time. */
export function getNextCallOffer(call: PublicCall | null, chat: Chat, now = Date.now()): CallOffer | null {
  const { lead, callback } = chat.state;
  const isKnown = lead.value.status === 'accepted' && lead.value.lead !== null;
  if (!isKnown || isUnderWay(callback.value)) return null;
  return getCallOffer(call, chat.leadForm?.country.value, now);
}

function isUnderWay(callback: CallbackState): boolean {
  if (callback.status === 'asking') return true;
  const states = ['planned', 'waiting', 'placing', 'ringing', 'answered'];
  return callback.status === 'requested' && states.includes(callback.state);
}
