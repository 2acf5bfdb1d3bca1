import {
  cellsOf,
  type Json,
  type JsonObject,
  listRows,
  mainLanguageOf,
  objectValue,
  weekOf,
} from '../../../schema-form/index.ts';
import { isSameJson } from '../../../settings/index.ts';
import { entryKey, isHours, isList, isObject, isTextLike, isTextPath, isTexts, listOf } from './value-shapes.ts';

/** What differs between two values: the keys that lead there, and the values. Undefined: there was, or is, none. */
export type Difference = {
  path: readonly string[];
  before: Json | undefined;
  after: Json | undefined;
  /** Only the order of a list differs. */
  isOrder?: true;
};

/** Lists whose entries are compared as a whole: each is one sentence. */
const wholeEntries: readonly string[] = ['triggers', 'closed'];

/**
 * The smallest parts that differ: a text in a language, an entry of a list by its name, the hours of a day. The order of
 * keys, and a list without entries in place of none, are no difference.
 */
export function differencesOf(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly string[] = [],
): Difference[] {
  if (isSameJson(before, after)) return [];
  const name = path.at(-1) ?? '';
  if (name === 'starters') return ofQuestions(listRows(before), listRows(after), path);
  if (isList(before ?? after) && isList(after ?? before)) return ofLists(before, after, path);
  if (isTextPath(path) && (isTexts(before) || isTexts(after))) return ofTexts(before, after, path);
  if (isObject(before) && isObject(after)) return ofObjects(before, after, path);
  if (name === 'texts') return ofObjects(objectValue(before), objectValue(after), path);
  return [{ path, before, after }];
}

function ofObjects(before: JsonObject, after: JsonObject, path: readonly string[]): Difference[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => differencesOf(before[key], after[key], [...path, key]));
}

function ofLists(before: Json | undefined, after: Json | undefined, path: readonly string[]): Difference[] {
  const [old, now] = [listOf(before), listOf(after)];
  const entries = [...old, ...now];
  if (entries.length === 0) return [];
  // Without hours nothing is closed: that is no week whose days could be compared.
  const hasWeeks = before !== undefined && after !== undefined;
  if (entries.every(isHours)) return hasWeeks ? ofWeeks(old, now, path) : [{ path, before, after }];
  if (!entries.every(isObject)) return [{ path, before: old, after: now }];
  const keyOf = wholeEntries.includes(path.at(-1) ?? '') ? undefined : entryKey([old, now]);
  return keyOf === undefined ? listDifferences(old, now, path) : keyedDifferences(old, now, keyOf, path);
}

function ofQuestions(
  before: readonly (Json | undefined)[],
  after: readonly (Json | undefined)[],
  path: readonly string[],
): Difference[] {
  return isSameJson(before, after) ? [] : listDifferences(before, after, path);
}

function ofWeeks(before: Json[], after: Json[], path: readonly string[]): Difference[] {
  const [old, now] = [weekOf(before), weekOf(after)];
  return Object.keys(now).flatMap((day) => {
    const [spansBefore, spansAfter] = [old[day] ?? [], now[day] ?? []];
    return isSameJson(spansBefore, spansAfter)
      ? []
      : [{ path: [...path, day], before: spansBefore, after: spansAfter }];
  });
}

/** Entries with a name of their own: one that moved is still the same. */
function keyedDifferences(
  before: Json[],
  after: Json[],
  keyOf: (entry: Json) => string,
  path: readonly string[],
): Difference[] {
  const [old, now] = [before, after].map((list) => new Map(list.map((entry) => [keyOf(entry), entry])));
  const keys = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
  const found = keys.flatMap((key) => {
    const [entryBefore, entryAfter] = [old?.get(key), now?.get(key)];
    if (entryBefore === undefined || entryAfter === undefined) {
      return [{ path: [...path, key], before: entryBefore, after: entryAfter }];
    }
    return differencesOf(entryBefore, entryAfter, [...path, key]);
  });
  const common = (list: Json[], other: Map<string, Json> | undefined) =>
    list.map(keyOf).filter((key) => other?.has(key));
  const [orderBefore, orderAfter] = [common(before, now), common(after, old)];
  if (isSameJson(orderBefore, orderAfter)) return found;
  return [...found, { path, before: orderBefore, after: orderAfter, isOrder: true }];
}

/** Entries without a name: those that are equal are the same, and the others are compared by their place. */
function listDifferences(
  before: readonly (Json | undefined)[],
  after: readonly (Json | undefined)[],
  path: readonly string[],
): Difference[] {
  const old = before.map((entry, index) => ({ entry, index }));
  const now = after.flatMap((entry, index) => {
    const same = old.findIndex((other) => isSameJson(other.entry, entry));
    if (same === -1) return [{ entry, index }];
    old.splice(same, 1);
    return [];
  });
  if (old.length === 0 && now.length === 0) {
    return [{ path, before: before.map(orNull), after: after.map(orNull), isOrder: true }];
  }
  const isWhole = wholeEntries.includes(path.at(-1) ?? '');
  return Array.from({ length: Math.max(old.length, now.length) }, (_, place) => {
    const [left, right] = [old[place], now[place]];
    const at = [...path, String((right ?? left)?.index ?? place)];
    if (isWhole || left === undefined || right === undefined) {
      return [{ path: at, before: left?.entry, after: right?.entry }];
    }
    return differencesOf(left.entry, right.entry, at);
  }).flat();
}

/** A text, or texts by language, by language. */
function ofTexts(before: Json | undefined, after: Json | undefined, path: readonly string[]): Difference[] {
  if (!isTextLike(before) || !isTextLike(after)) return [{ path, before, after }];
  const main = mainLanguageOf([before, after], 'en');
  return ofObjects(cellsOf(before, main), cellsOf(after, main), path);
}

function orNull(value: Json | undefined): Json {
  return value ?? null;
}
