import { matchesUrl } from './url-pattern.ts';

type Options = Readonly<Record<string, unknown>>;

/**
 * The options as they are on the page with this address, for a page that has another one: of `pages` only the entry that applies,
 * and of `triggers` those that may fire, with patterns that match everywhere. A page without an origin cannot change its address.
 */
export function optionsOnPage<Value>(options: Readonly<Record<string, Value>>, page: URL): Record<string, Value>;
export function optionsOnPage(options: Options, page: URL): Options {
  const entries = Object.entries(options).map(([name, value]): [string, unknown] => {
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

function forAnyPage(entry: unknown): unknown {
  return isObject(entry) ? { ...entry, url: '*' } : entry;
}

function isFor(entry: unknown, url: string): boolean {
  return hasUrl(entry) && entry.url !== '' && matchesUrl(entry.url, url);
}

function hasUrl(entry: unknown): entry is Options & { url: string } {
  return isObject(entry) && typeof entry.url === 'string';
}

function isObject(value: unknown): value is Options {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
