import type { Json } from '../../../schema-form/index.ts';
import { isSameJson } from '../../../settings/index.ts';
import { type Lists, type Matched, matchEntries } from './match-entries.ts';
import type { MergeContext, Sides } from './sides.ts';

type MergeEntry = (sides: Sides, context: MergeContext) => Json | undefined;

/** Both changes in one list: each entry by itself, in the order of whoever has moved some. */
export function mergeLists(lists: Lists, context: MergeContext, mergeEntry: MergeEntry): Json[] {
  const { path, choose } = context;
  const entries = matchEntries(lists);
  const valueAt = (entry: Matched) => {
    const { base, mine, theirs } = entry;
    const sides = {
      base: base === undefined ? undefined : lists.base[base],
      mine: mine === undefined ? undefined : lists.mine[mine],
      theirs: theirs === undefined ? undefined : lists.theirs[theirs],
    };
    return mergeEntry(sides, { ...context, path: [...path, nameOf(entry)] });
  };
  const merged = inOrder(entries, () => choose([...path, 'order'])).flatMap((entry) => {
    const value = valueAt(entry);
    return value === undefined ? [] : [value];
  });
  return withoutRepeats(merged, lists);
}

/** What one has put in the place of another entry, and the other has added, is there once: as often as in one of the lists. */
function withoutRepeats(merged: readonly Json[], { mine, theirs }: Lists): Json[] {
  const countIn = (list: readonly Json[], value: Json) => list.filter((other) => isSameJson(other, value)).length;
  return merged.filter(
    (value, at) => countIn(merged.slice(0, at), value) < Math.max(1, countIn(mine, value), countIn(theirs, value)),
  );
}

/** An entry is known by its place before, or by that at which it was added. */
function nameOf({ base, mine, theirs }: Matched): string {
  if (base !== undefined) return String(base);
  return mine === undefined ? `added ${theirs}` : `added ${mine} here`;
}

type Side = 'mine' | 'theirs';

function inOrder(entries: readonly Matched[], chooseOrder: () => Side): Matched[] {
  const lead = leadingSide(entries, chooseOrder);
  const other = lead === 'mine' ? 'theirs' : 'mine';
  const result = bySide(entries, lead);
  let before: Matched | undefined;
  for (const entry of bySide(entries, other)) {
    if (!result.includes(entry)) result.splice(before === undefined ? 0 : result.indexOf(before) + 1, 0, entry);
    before = entry;
  }
  return result;
}

/** Whose order counts: of those who have moved entries. */
function leadingSide(entries: readonly Matched[], chooseOrder: () => Side): Side {
  const common = entries.filter(({ base, mine, theirs }) => ![base, mine, theirs].includes(undefined));
  const placesIn = (side: Side) => bySide(common, side).map(({ base }) => base);
  const [mine, theirs] = [placesIn('mine'), placesIn('theirs')];
  const before = common.map(({ base }) => base);
  if (isSameJson(theirs, before) || isSameJson(mine, theirs)) return 'mine';
  return isSameJson(mine, before) ? 'theirs' : chooseOrder();
}

/** The entries of one list, in its order. */
function bySide(entries: readonly Matched[], side: Side): Matched[] {
  return entries.filter((entry) => entry[side] !== undefined).sort((a, b) => (a[side] ?? 0) - (b[side] ?? 0));
}
