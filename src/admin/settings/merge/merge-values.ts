import {
  cellsOf,
  entriesOf,
  type Json,
  type JsonObject,
  listRows,
  mainLanguageOf,
  objectValue,
  weekOf,
} from '../../../schema-form/index.ts';
import { isSameJson } from '../../../settings/index.ts';
import { isHours, isList, isObject, isTextLike, isTextPath, isTexts, listOf } from '../history/value-shapes.ts';
import { mergeLists } from './merge-lists.ts';
import type { MergeContext, Sides } from './sides.ts';

/**
 * Both changes in one value. Only what both have changed differently is chosen: a text in a language, a key of an entry
 * of a list, the hours of a day.
 */
export function mergeValues(sides: Sides, context: MergeContext): Json | undefined {
  const { base, mine, theirs } = sides;
  if (isSameJson(mine, theirs) || isSameJson(base, theirs)) return mine;
  if (isSameJson(base, mine)) return theirs;
  const { path } = context;
  const all = [base, mine, theirs];
  if (path.at(-1) === 'starters' && all.some(isObject)) return mergeRows(sides, context);
  if (all.every((value) => value === undefined || isList(value))) return mergeEntries(sides, context);
  if (isTextPath(path) && all.some(isTexts) && all.every(isTextLike)) return mergeTexts(sides, context);
  if (isMergedByKey(sides, path)) return mergeObjects(mapSides(sides, objectValue), context);
  return sides[context.choose(path)];
}

function isMergedByKey({ base, mine, theirs }: Sides, path: readonly string[]): boolean {
  const name = path.at(-1) ?? '';
  // Words that nobody has replaced are none.
  if (name === 'texts') return true;
  // A question and its answer mean something together only.
  if (!isObject(mine) || !isObject(theirs) || name === 'showIf') return false;
  const isTrigger = path.at(-2) === 'triggers';
  return !isTrigger || [mine, theirs].every(({ type }) => type === objectValue(base).type);
}

function mergeObjects(sides: Sides<JsonObject>, context: MergeContext): Json | undefined {
  const { base, mine, theirs } = sides;
  const entries = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].flatMap((key) => {
    const value = mergeValues(
      { base: base[key], mine: mine[key], theirs: theirs[key] },
      { ...context, path: [...context.path, key] },
    );
    return value === undefined ? [] : [[key, value] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** One text for all languages is that of the main one. */
function mergeTexts(sides: Sides, context: MergeContext): Json | undefined {
  const main = mainLanguageFor(sides, context.mainLanguage);
  const merged = mergeObjects(
    mapSides(sides, (value) => cellsOf(value, main)),
    context,
  );
  const [only, ...more] = Object.entries(objectValue(merged));
  return only !== undefined && more.length === 0 && only[0] === main ? only[1] : merged;
}

/** That of the text for all: what somebody has kept as it was, or else what is written first now. */
function mainLanguageFor({ base, mine, theirs }: Sides, siteLanguage: string): string {
  const texts = [mine, theirs].flatMap((value) => Object.entries(objectValue(value)));
  const kept = texts.find(([, text]) => isSameJson(text, base));
  if (kept !== undefined) return kept[0];
  if (texts.some(([language]) => language === siteLanguage)) return siteLanguage;
  return mainLanguageOf([base, mine, theirs], siteLanguage);
}

/** Questions in lists by language: one that somebody adds has its place in each list. */
function mergeRows(sides: Sides, context: MergeContext): Json | undefined {
  return mergeEntries(
    mapSides(sides, (value) => listRows(value).map((row) => row ?? '')),
    context,
  );
}

function mergeEntries(sides: Sides, context: MergeContext): Json | undefined {
  const lists = mapSides(sides, listOf);
  if ([...lists.base, ...lists.mine, ...lists.theirs].every(isHours)) {
    return mergeWeeks(lists, context);
  }
  const merged = mergeLists(lists, context, mergeValues);
  return merged.length === 0 ? undefined : merged;
}

function mergeWeeks(sides: Sides<Json[]>, context: MergeContext): Json | undefined {
  const weeks = mapSides(sides, (open) =>
    Object.fromEntries(Object.entries(weekOf(open)).filter(([, spans]) => spans.length > 0)),
  );
  const merged = objectValue(mergeObjects(weeks, context));
  const spansOf = (value: Json) =>
    listOf(value)
      .map(objectValue)
      .map(({ from, to }) => ({ from: String(from), to: String(to) }));
  return entriesOf(Object.fromEntries(Object.entries(merged).map(([day, spans]) => [day, spansOf(spans)])));
}

function mapSides<From, To>({ base, mine, theirs }: Sides<From>, map: (value: From) => To): Sides<To> {
  return { base: map(base), mine: map(mine), theirs: map(theirs) };
}
