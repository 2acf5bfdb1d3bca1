import { isOpen } from '../protocol/index.ts';
import { attempt } from './attempt.ts';
import { dataOption, type RawOptions, textOption } from './read-launcher-options.ts';
import { matchesUrl } from './url-pattern.ts';

/**
 * The layers of options on a page; later ones win. Each source is followed by the first entry of its own `pages` that matches
 * the path. So an entry wins over the options beside it, and the order of the sources stays. Nothing is checked here: the
 * launcher has no schema, and the page may have written anything.
 */
export function layersOnPage(sources: readonly (RawOptions | undefined)[], path: string): RawOptions[] {
  // Only an entry can hide the widget.
  return sources.flatMap((source) => [{ ...source, hidden: undefined }, entryOnPage(source, path)]);
}

/** The options of an entry, and `hidden`. Empty if no entry matches the path. */
export function entryOnPage(source: RawOptions | undefined, path: string): RawOptions {
  const read = () => {
    const pages: unknown = typeof source?.pages === 'string' ? JSON.parse(source.pages) : source?.pages;
    if (!Array.isArray(pages)) return {};
    const { url: _, ...options } = Object(pages.find((entry) => isFor(Object(entry).url, path)));
    return options;
  };
  return attempt(read) ?? {};
}

/** Whether the opening hours hide the widget. Hours that cannot be read hide nothing. */
export function isAwayAt(options: RawOptions, now: number): boolean {
  if (textOption(options, 'away') !== 'hidden') return false;
  const { open, timeZone } = Object(dataOption(options, 'hours'));
  return attempt(() => !isOpen(open, [timeZone], now)) ?? false;
}

function isFor(url: unknown, path: string): boolean {
  return typeof url === 'string' && url !== '' && matchesUrl(url, path);
}
