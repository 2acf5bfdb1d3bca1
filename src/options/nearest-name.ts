import { closestMatch } from 'leven';

/** Returns the name that was probably meant: the nearest by edit distance, if it is near enough. Ignores case. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const lowerCaseNames = names.map((name) => name.toLowerCase());
  const nearest = closestMatch(written.toLowerCase(), lowerCaseNames, { maxDistance: written.length < 5 ? 1 : 2 });
  return nearest === undefined ? undefined : names[lowerCaseNames.indexOf(nearest)];
}
