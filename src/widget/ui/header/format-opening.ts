/** Formats an opening time in the visitor's language and time zone: `Monday 9:00 AM`, or only the time if it is today. */
export function formatOpening(at: number, locale: string, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(locale, {
    ...(!isToday && { weekday: 'long' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
}
