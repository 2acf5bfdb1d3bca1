import { closestMatch } from 'leven';

/** The name that was probably meant: the nearest of `names` by edit distance, if it is near at all. Case does not matter. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const lowerCaseNames = names.map((name) => name.toLowerCase());
  const nearest = closestMatch(written.toLowerCase(), lowerCaseNames, { maxDistance: written.length < 5 ? 1 : 2 });
  return nearest === undefined ? undefined : names[lowerCaseNames.indexOf(nearest)];
}
