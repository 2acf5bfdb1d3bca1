import * as z from 'zod/mini';
import { isDate } from './date-value.ts';
import { localizedText } from './localized.ts';

const dayError = 'must be a day such as 2026-12-24';
const isoDay = z.string({ error: dayError }).check(z.refine(isDate, { error: dayError, abort: true }));

/** Days on which nobody answers, such as holidays: from the beginning of the first to the end of the last. */
export const closedDays = z
  .strictObject(
    {
      /** The first day, such as `2026-12-24`, in the zone of the hours. */
      from: isoDay,
      /** The last day; the same for a single one. */
      to: isoDay,
      /** Why, for visitors: one text, or texts by language, such as "Closed for the holidays". */
      text: z.optional(localizedText(100, 1)),
    },
    { error: 'must be closed days, { from, to, text }' },
  )
  .check(z.refine(({ from, to }) => from <= to, { error: 'must not be before the first day', path: ['to'] }));
