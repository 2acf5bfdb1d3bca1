import type { Translator } from '../../../i18n/index.ts';

/** Times and days in the visitor's language. */
export interface DateFormat {
  time(at: number): string;
  /** `Today`, `Yesterday`, or the date. */
  day(at: number): string;
}

/** `today`: the current day, as `Date.prototype.toDateString()` names it. */
export function createDateFormat({ locale, t }: Translator, today: string): DateFormat {
  let timeFormat: Intl.DateTimeFormat | undefined;
  return {
    time(at) {
      timeFormat ??= createTimeFormat(locale);
      return timeFormat.format(at);
    },
    day(at) {
      const yesterday = new Date(today);
      yesterday.setDate(yesterday.getDate() - 1);
      const day = new Date(at).toDateString();
      if (day === today) return t('today');
      return day === yesterday.toDateString()
        ? t('yesterday')
        : new Date(at).toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' });
    },
  };
}

/** A page's first formatter blocks a slow phone for 80 ms, the next one of the same language for less than 1. */
export function prepareTimes(locale: string): void {
  createTimeFormat(locale);
}

function createTimeFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
}
