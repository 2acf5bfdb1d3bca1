import type { Words } from '../options/index.ts';

/** Times and days in the visitor's language. */
export interface Times {
  time(at: number): string;
  /** `Today`, `Yesterday`, else the date. */
  day(at: number): string;
}

export function createTimes(words: Words, now: () => number = Date.now): Times {
  const time = new Intl.DateTimeFormat(words.locale, { hour: 'numeric', minute: '2-digit' });
  const date = new Intl.DateTimeFormat(words.locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return {
    time: (at) => time.format(at),
    day(at) {
      const today = new Date(now());
      const yesterday = new Date(today);
      yesterday.setDate(today.getDate() - 1);
      const day = new Date(at).toDateString();
      if (day === today.toDateString()) return words.say('today');
      return day === yesterday.toDateString() ? words.say('yesterday') : date.format(at);
    },
  };
}
