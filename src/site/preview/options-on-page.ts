import { matchesUrl } from '../../options/index.ts';
import type { Json, JsonObject } from '../../schema-form/index.ts';

/**
 * The options as they are on the page with this address, for a page that has another one: of `pages` only the entry that applies,
 * and of `triggers` those that may fire, with patterns that match everywhere. A page without an origin cannot change its address.
 */
export function optionsOnPage(options: JsonObject, page: URL): JsonObject {
  const entries = Object.entries(options).map(([name, value]): [string, Json] => {
    if (!Array.isArray(value)) return [name, value];
    const inner = value.map((entry) => (isObject(entry) ? optionsOnPage(entry, page) : entry));
    if (name === 'pages')
      return [
        name,
        inner
          .filter((entry) => isFor(entry, page.pathname))
          .slice(0, 1)
          .map(forAnyPage),
      ];
    if (name !== 'triggers') return [name, inner];
    return [
      name,
      inner.flatMap((entry) => (!hasUrl(entry) ? [entry] : isFor(entry, page.href) ? [forAnyPage(entry)] : [])),
    ];
  });
  return Object.fromEntries(entries);
}

function forAnyPage(entry: Json): Json {
  return isObject(entry) ? { ...entry, url: '*' } : entry;
}

function isFor(entry: Json, url: string): boolean {
  return hasUrl(entry) && entry.url !== '' && matchesUrl(entry.url, url);
}

function hasUrl(entry: Json): entry is JsonObject & { url: string } {
  return isObject(entry) && typeof entry.url === 'string';
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
