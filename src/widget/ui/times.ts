import type { Translator } from '../../i18n/index.ts';

/** Times and days in the visitor's language. */
export interface Times {
  time(at: number): string;
  /** `Today`, `Yesterday`, else the date. */
  day(at: number): string;
}

/** The first formatter of a page takes the browser 15 ms, 60 on a slow phone: none is made before there is a time to tell. */
export function createTimes({ locale, t }: Translator, now: () => number = Date.now): Times {
  let time: Intl.DateTimeFormat | undefined;
  return {
    time(at) {
      time ??= new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
      return time.format(at);
    },
    day(at) {
      const today = new Date(now());
      const yesterday = new Date(today);
      yesterday.setDate(today.getDate() - 1);
      const day = new Date(at).toDateString();
      if (day === today.toDateString()) return t('today');
      return day === yesterday.toDateString()
        ? t('yesterday')
        : new Date(at).toLocaleDateString(locale, { weekday: 'long', day: 'numeric', month: 'long' });
    },
  };
}
