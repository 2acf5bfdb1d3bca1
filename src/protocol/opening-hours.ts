import * as z from 'zod/mini';
import { weekdays } from './opening-times.ts';

// What is no time is not compared with the other one.
const timeOfDay = z
  .string({ error: 'must be a time such as 09:00' })
  .check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, { error: 'must be a time such as 09:00', abort: true }));

const weekday = z.enum(weekdays, { error: `must be one of ${weekdays.join(', ')}` });

/** Hours on these days, such as from `09:00` to `17:00`. `24:00` is the end of a day. */
export const openingHours = z
  .strictObject(
    {
      /** `sun`, `mon`, `tue`, `wed`, `thu`, `fri`, `sat`. */
      days: z.array(weekday, { error: 'must be a list of days' }).check(z.minLength(1)),
      /** Time such as `09:00`. */
      from: timeOfDay,
      /** Time after `from`; `24:00` is the end of a day. */
      to: timeOfDay,
    },
    { error: 'must be opening hours, { days, from, to }' },
  )
  .check(z.refine(({ from, to }) => from < to, { error: 'must open before it closes', path: ['to'] }));

const zoneError = 'must be an IANA zone name, such as America/New_York';
export const timeZone = z.string({ error: zoneError }).check(z.refine(isTimeZone, { error: zoneError }));

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
