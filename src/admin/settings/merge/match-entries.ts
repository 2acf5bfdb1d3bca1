import { type Json, objectValue } from '../../../schema-form/index.ts';
import { isSameJson } from '../../../settings/index.ts';
import { entryKey, isObject } from '../history/value-shapes.ts';

/** An entry of a list and what became of it, by its places in the three lists. Absent: it is not there. */
export type Matched = { base?: number; mine?: number; theirs?: number };

export type Lists = { base: readonly Json[]; mine: readonly Json[]; theirs: readonly Json[] };

/** Which entries of the lists are the same one: by their name, or else by what they say and where they stand. */
export function matchEntries({ base, mine, theirs }: Lists): Matched[] {
  const keyOf = entryKey([base, mine, theirs]);
  const [inMine, inTheirs] = [placesOf(base, mine, keyOf, theirs), placesOf(base, theirs, keyOf, mine)];
  const known = base.map((_, at): Matched => matched(at, inMine.get(at), inTheirs.get(at)));
  const addedByThem = added(theirs, inTheirs);
  const addedByMe = added(mine, inMine).map((at): Matched => {
    // Both have added it.
    const same = addedByThem.findIndex((other) =>
      keyOf === undefined
        ? isSameJson(mine[at], theirs[other])
        : keyOf(mine[at] ?? null) === keyOf(theirs[other] ?? null),
    );
    const [other] = same === -1 ? [] : addedByThem.splice(same, 1);
    return matched(undefined, at, other);
  });
  return [...known, ...addedByMe, ...addedByThem.map((at) => matched(undefined, undefined, at))];
}

function matched(base: number | undefined, mine: number | undefined, theirs: number | undefined): Matched {
  return {
    ...(base !== undefined && { base }),
    ...(mine !== undefined && { mine }),
    ...(theirs !== undefined && { theirs }),
  };
}

/** The places of entries that `base` has not. */
function added(list: readonly Json[], places: ReadonlyMap<number, number>): number[] {
  const known = new Set(places.values());
  return list.flatMap((_, at) => (known.has(at) ? [] : [at]));
}

/** Where the entries of `base` are in `list`. `others`: the list of the other side. */
function placesOf(
  base: readonly Json[],
  list: readonly Json[],
  keyOf: ((entry: Json) => string) | undefined,
  others: readonly Json[],
): Map<number, number> {
  const places = new Map<number, number>();
  const taken = new Set<number>();
  const match = (from: number, to: number) => {
    if (places.has(from) || taken.has(to)) return;
    places.set(from, to);
    taken.add(to);
  };
  const matchAll = (isSame: (a: Json, b: Json) => boolean) => {
    for (const [from, entry] of base.entries()) {
      if (places.has(from)) continue;
      const to = list.findIndex((other, at) => !taken.has(at) && isSame(entry, other));
      if (to !== -1) match(from, to);
    }
  };
  if (keyOf !== undefined) {
    matchAll((a, b) => keyOf(a) === keyOf(b));
    const known = new Set([...base, ...others].map(keyOf));
    matchAll((a, b) => !known.has(keyOf(b)) && isRenamed(a, b, keyOf));
    return places;
  }
  matchAll(isSameJson);
  for (const { from, to } of similarPairs(base, list)) match(from, to);
  for (const { from, to } of gapPairs(base, list, places)) match(from, to);
  return places;
}

/** Only what the entry is known by differs. */
function isRenamed(a: Json, b: Json, keyOf: (entry: Json) => string): boolean {
  const [left, right] = [objectValue(a), objectValue(b)];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  const [changed, ...more] = [...keys].filter((key) => !isSameJson(left[key], right[key]));
  return changed !== undefined && more.length === 0 && left[changed] === keyOf(a) && right[changed] === keyOf(b);
}

/** An entry with at least this part of its keys as before is still the same one. */
const minSimilarity = 0.5;

/** The most similar first. */
function similarPairs(base: readonly Json[], list: readonly Json[]) {
  return base
    .flatMap((entry, from) =>
      list.map((other, to) => ({ from, to, similarity: similarityOf(entry, other), distance: Math.abs(from - to) })),
    )
    .filter(({ similarity }) => similarity >= minSimilarity)
    .sort((a, b) => b.similarity - a.similarity || a.distance - b.distance);
}

function similarityOf(a: Json, b: Json): number {
  if (!isObject(a) || !isObject(b)) return 0;
  const [left, right] = [objectValue(a), objectValue(b)];
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  const same = [...keys].filter((key) => isSameJson(left[key], right[key]));
  return keys.size === 0 ? 0 : same.length / keys.size;
}

/** As many entries between the same neighbours as before: each is what stood at its place. */
function gapPairs(base: readonly Json[], list: readonly Json[], places: ReadonlyMap<number, number>) {
  const pairs: { from: number; to: number }[] = [];
  let open: number[] = [];
  let before = -1;
  const close = (after: number) => {
    if (after - before - 1 === open.length) pairs.push(...open.map((from, at) => ({ from, to: before + 1 + at })));
    open = [];
  };
  for (let from = 0; from < base.length; from++) {
    const to = places.get(from);
    if (to === undefined) open.push(from);
    else {
      close(to);
      before = to;
    }
  }
  close(list.length);
  return pairs;
}
