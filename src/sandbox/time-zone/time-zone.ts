import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { zoneOfAreaCode } from './area-codes.ts';

/** The main zone of each country with several. Intl knows the zone of the others. */
const mainZones: Record<string, string> = {
  AR: 'America/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Ponape',
  GL: 'America/Godthab',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kiev',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  XK: 'Europe/Belgrade',
};

const unknownZone = 'Etc/UTC';

/**
 * The zone that Create Lead returns. The service API does not say how the service finds it. The sandbox takes the main
 * zone of the number's country, and in the United States and Canada that of its area code.
 */
export function timeZoneOf(phone: string): string {
  const byAreaCode = phone.startsWith('1') ? zoneOfAreaCode.get(phone.slice(1, 4)) : undefined;
  if (byAreaCode !== undefined) return byAreaCode;
  const country = countryOf(phone);
  if (country === undefined) return unknownZone;
  return mainZones[country] ?? onlyZone(country) ?? unknownZone;
}

/** An unassigned number still has the country of its calling code. */
function countryOf(phone: string): string | undefined {
  const number = parsePhoneNumberFromString(`+${phone}`);
  if (number === undefined) return undefined;
  return number.country ?? number.getPossibleCountries()[0];
}

function onlyZone(country: string): string | undefined {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${country}`);
  return locale.getTimeZones?.()?.[0];
}
