import { matchesUrl } from '../options/index.ts';
import type { Json, JsonObject } from './json-schema.ts';
import { objectValue } from './schema-values.ts';

export type PageEntry = {
  /** The pattern, as the user has written it. */
  url: string;
  /** A path that it matches. */
  path: string;
  isHidden: boolean;
  /** The pattern of an earlier entry that applies there instead. */
  earlier: string | undefined;
};

/** The entries of `pages` that have a pattern, each with the path of such a page. */
export function pageEntries({ pages }: JsonObject): PageEntry[] {
  const entries = Array.isArray(pages) ? pages.flatMap((entry) => (hasUrl(entry) ? [entry] : [])) : [];
  return entries.map(({ url, hidden }) => {
    const path = examplePath(url);
    const first = entries.find((entry) => matchesUrl(entry.url, path));
    return { url, path, isHidden: hidden === true, earlier: first?.url === url ? undefined : first?.url };
  });
}

/** A path that the pattern of an entry matches: `/blog/` for `/blog/*`, and `/` for `^/$`. */
export function examplePath(pattern: string): string {
  const path = pattern.replace(/^\^|\$$/g, '').replaceAll('*', '');
  return path.startsWith('/') ? path : `/${path}`;
}

function hasUrl(entry: Json): entry is JsonObject & { url: string } {
  const { url } = objectValue(entry);
  return typeof url === 'string' && url !== '';
}
