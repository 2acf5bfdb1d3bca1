import type { CallbackState, Chat } from '../../../core/index.ts';
import type { Translator } from '../../../i18n/index.ts';
import { isOpen, type PublicCall, zonesOf } from '../../../protocol/index.ts';

/**
 * What the button says that asks for a call; null where no call would come: the form has none, the number is of a country
 * that is not called, nobody calls at this hour. The proxy has the last word all the same.
 */
export function callText(
  call: PublicCall | null,
  country: string | undefined,
  translator: Translator,
  now = Date.now(),
): string | null {
  return call !== null && isPossible(call, country, now) ? translator.t('callMe') : null;
}

/** The same for a visitor whose lead is known: one call at a time. */
export function callAgainText(
  call: PublicCall | null,
  chat: Chat,
  translator: Translator,
  now = Date.now(),
): string | null {
  const { lead, callback } = chat.state;
  const isKnown = lead.value.status === 'accepted' && lead.value.lead !== null;
  if (!isKnown || isUnderWay(callback.value)) return null;
  return callText(call, chat.leadForm?.country.value, translator, now);
}

function isPossible({ countries, hours, timeZone }: PublicCall, country: string | undefined, now: number): boolean {
  if (country !== undefined && countries?.includes(country) === false) return false;
  const [only] = countries?.length === 1 ? countries : [country];
  const zones = timeZone === undefined ? zonesOf(only ?? 'ZZ') : [timeZone];
  // Not every browser knows the zones of a country.
  return hours === undefined || zones.length === 0 || isOpen(hours, zones, now);
}

function isUnderWay(callback: CallbackState): boolean {
  if (callback.status === 'asking') return true;
  return callback.status === 'requested' && ['waiting', 'placing', 'ringing', 'answered'].includes(callback.state);
}
