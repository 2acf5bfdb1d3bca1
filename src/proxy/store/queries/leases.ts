/*
 * What the columns `owner` and `next_at` of a pending lead or webhook mean together:
 *
 *   owner      next_at
 *   none       when it is due
 *   a process  when its lease ends, unless the process renews it: then others may have it, as after a crash
 *
 * A claim sets both. What settles the row, or gives it back, removes the owner.
 */

/** No process is at work with the row, so it can be changed. `now` is a parameter, `row` an alias of the table. */
export function isFree(now: string, row?: string): string {
  const of = row === undefined ? '' : `${row}.`;
  return `(${of}owner IS NULL OR ${of}next_at <= ${now})`;
}
