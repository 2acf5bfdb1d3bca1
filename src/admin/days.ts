/** The beginning of a day in the operator's time zone, some days later; undefined without a day. While a year is typed, it is 0002. */
export function startOfDay(day: string, later = 0): Date | undefined {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
