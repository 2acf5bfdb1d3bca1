import { matchesUrl, optionsSchema } from '../../options/index.ts';
import { isOpen } from '../../protocol/index.ts';
import type { Json, JsonObject } from '../../schema-form/index.ts';

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

/** The variants of the experiments, as `greeting: short`. */
export function variantNames(options: JsonObject): string[] {
  return experimentsOf(options).flatMap(({ name, variants }) => variants.map((variant) => `${name}: ${variant}`));
}

/** The options with only one variant of its experiment, so that the preview leaves nothing to chance. */
export function withVariant(options: JsonObject, shown: string): JsonObject {
  if (!variantNames(options).includes(shown)) return options;
  const [experiment, variant] = shown.split(': ');
  const only = (entry: Json): Json =>
    isObject(entry) && entry.name === experiment && Array.isArray(entry.variants)
      ? { ...entry, variants: entry.variants.filter((other) => isObject(other) && other.name === variant) }
      : entry;
  return { ...options, experiments: Array.isArray(options.experiments) ? options.experiments.map(only) : [] };
}

function experimentsOf({ experiments }: JsonObject) {
  const valid = optionsSchema.shape.experiments.safeParse(experiments).data ?? [];
  return valid.map(({ name, variants }) => ({ name, variants: variants.map((variant) => variant.name) }));
}

const quarterMs = 15 * 60_000;
const quartersOfWeek = 7 * 24 * 4;

/** The next time inside or outside the opening hours; undefined without usable hours, and if there is none. */
export function timeFor(options: JsonObject, isInside: boolean, now: number): number | undefined {
  const hours = optionsSchema.shape.hours.safeParse(options.hours).data;
  if (hours === undefined) return undefined;
  return Array.from({ length: quartersOfWeek }, (_, index) => now + index * quarterMs).find(
    (time) => isOpen(hours.open, [hours.timeZone], time) === isInside,
  );
}

function hasUrl(entry: Json): entry is JsonObject & { url: string } {
  return isObject(entry) && typeof entry.url === 'string' && entry.url !== '';
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
