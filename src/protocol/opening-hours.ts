export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** Opening hours on these days, from a time such as `09:00` to `17:00`. */
export type OpeningHours = { days: readonly string[]; from: string; to: string };

/** Whether it is within the hours in all zones. Without a zone nobody knows, so it is not open. */
export function isOpen(hours: readonly OpeningHours[], zones: readonly string[], at: number): boolean {
  return zones.length > 0 && zones.every((zone) => isOpenIn(hours, zone, at));
}

/** The time zones of a country, in which a phone of that country can be. */
export function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`);
  // ES2024's Intl.Locale Info, which TypeScript does not know yet and some runtimes offer as a getter only.
  const zones: unknown =
    'getTimeZones' in locale && typeof locale.getTimeZones === 'function'
      ? locale.getTimeZones()
      : 'timeZones' in locale && locale.timeZones;
  return Array.isArray(zones) ? zones.filter((zone) => typeof zone === 'string') : [];
}

function isOpenIn(hours: readonly OpeningHours[], zone: string, at: number): boolean {
  const { day, time } = localTime(zone, at);
  return hours.some(({ days, from, to }) => days.includes(day) && from <= time && time < to);
}

function localTime(zone: string, at: number): { day: string; time: string } {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const named = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const day = weekdays.find((name) => named.get('weekday')?.toLowerCase().startsWith(name)) ?? '';
  return { day, time: `${named.get('hour')}:${named.get('minute')}` };
}
