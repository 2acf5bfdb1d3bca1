/**
 * The version of a consent whose text has changed: the day. `saved`: the version that leads have; undefined if there is
 * none. A version that differs from it already stays, as somebody has written it.
 */
export function nextVersion(current: string, saved: string | undefined, today: string): string {
  if (current !== '' && current !== saved) return current;
  const [, number] = new RegExp(`^${today}(?:-(\\d+))?$`).exec(saved ?? '') ?? [null];
  if (saved === undefined || !saved.startsWith(today)) return today;
  return `${today}-${Number(number ?? 1) + 1}`;
}
