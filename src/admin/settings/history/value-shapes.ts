import { type Json, type JsonObject, objectValue, textOptions } from '../../../schema-form/index.ts';

/** What is one text, or texts by language; so are the entries of `texts` and `starters`. */
const texts: readonly string[] = [...textOptions, 'text', 'label', 'placeholder'];

/** By what the entries of these lists are known. Undefined if not all have it, or two of one list have the same. */
export function entryKey(all: readonly (readonly Json[])[]): ((entry: Json) => string) | undefined {
  const textAt = (entry: Json, key: string) => {
    const text = objectValue(entry)[key];
    return typeof text === 'string' ? text : '';
  };
  const key = ['name', 'url', 'value'].find((candidate) =>
    all.every((list) => {
      const found = list.map((entry) => textAt(entry, candidate));
      return found.every((text) => text !== '') && new Set(found).size === list.length;
    }),
  );
  return key === undefined ? undefined : (entry) => textAt(entry, key);
}

/** An entry of opening hours. */
export function isHours(entry: Json): boolean {
  const { days, from, to } = objectValue(entry);
  return isList(days) && typeof from === 'string' && typeof to === 'string';
}

export function isTextPath(path: readonly string[]): boolean {
  return texts.includes(path.at(-1) ?? '') || /^(texts|starters)$/.test(path.at(-2) ?? '');
}

/** An object whose keys are languages. */
export function isTexts(value: Json | undefined): boolean {
  const keys = Object.keys(objectValue(value));
  return keys.length > 0 && keys.every((key) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(key));
}

export function isTextLike(value: Json | undefined): boolean {
  return value === undefined || typeof value === 'string' || isTexts(value);
}

export function isList(value: Json | undefined): value is Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

export function listOf(value: Json | undefined): Json[] {
  return isList(value) ? value : [];
}
