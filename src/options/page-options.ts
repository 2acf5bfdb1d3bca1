import { type ClosedDays, isOpen, type OpeningHours, weekdays } from '../protocol/opening-times.ts';
import { attempt } from './attempt.ts';
import { type Variants, variantLayers } from './experiments.ts';
import { dataOption, type RawOptions, textOption } from './read-launcher-options.ts';
import { matchesUrl } from './url-pattern.ts';

/**
 * The layers of options on a page; later ones win. Each source is followed by what it adds for this visitor and this path. So
 * these win over the options beside them, and the order of the sources stays. Nothing is checked here: the launcher has no
 * schema, and the page may have written anything.
 */
export function layersOnPage(
  sources: readonly (RawOptions | undefined)[],
  path: string,
  variants: Variants = {},
): RawOptions[] {
  // Only an entry can hide the widget.
  return sources.flatMap((source) => [{ ...source, hidden: undefined }, ...addedLayers(source, path, variants)]);
}

/**
 * The visitor's variants of a source's experiments, then the first entry of its `pages` that matches the path, with the variants
 * of its own experiments: what a page says about itself wins over what is tried everywhere.
 */
export function addedLayers(source: RawOptions = {}, path: string, variants: Variants): RawOptions[] {
  const entry = entryOnPage(source, path);
  return [...variantLayers(source, variants), entry, ...variantLayers(entry, variants)];
}

/** The options of an entry, and `hidden`. Empty if no entry matches the path. */
function entryOnPage(source: RawOptions, path: string): RawOptions {
  const read = () => {
    const pages: unknown = typeof source.pages === 'string' ? JSON.parse(source.pages) : source.pages;
    if (!Array.isArray(pages)) return {};
    const { url: _, ...options } = Object(pages.find((entry) => isFor(Object(entry).url, path)));
    return options;
  };
  return attempt(read) ?? {};
}

const timeOfDay = /^\d\d:[0-5]\d$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** Whether the opening hours hide the widget. Hours with a mistake hide nothing: opening the chat says what the mistake is. */
export function isAwayAt(options: RawOptions, now: number): boolean {
  if (textOption(options, 'away') !== 'hidden') return false;
  const { open, timeZone, closed = [] } = Object(dataOption(options, 'hours'));
  return (
    attempt(() => isList(open, isReadable) && closed.every(hasDays) && !isOpen(open, [timeZone], now, closed)) ?? false
  );
}

function hasDays({ from, to }: ClosedDays): boolean {
  return day.test(from) && day.test(to);
}

/** A misspelt day or time, one that no day has, or one that closes before it opens, would never be open. */
function isReadable({ days, from, to }: OpeningHours): boolean {
  const known: readonly string[] = weekdays;
  const areTimes = timeOfDay.test(from) && timeOfDay.test(to) && to <= '24:00';
  return isList(days, (day) => known.includes(day)) && areTimes && from < to;
}

/** Neither hours without an entry nor an entry without a day would ever be open. */
function isList<Entry>(entries: readonly Entry[], isEntry: (entry: Entry) => boolean): boolean {
  return entries.length > 0 && entries.every(isEntry);
}

function isFor(url: unknown, path: string): boolean {
  return typeof url === 'string' && url !== '' && matchesUrl(url, path);
}
