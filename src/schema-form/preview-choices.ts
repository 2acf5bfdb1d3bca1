import { optionsOnPage, optionsSchema } from '../options/index.ts';
import { isOpen } from '../protocol/opening-times.ts';
import type { Json, JsonObject } from './json-schema.ts';
import { objectValue } from './schema-values.ts';

/** What a preview shows: one language, one page, one variant. What is empty is left to the page, or to chance. */
export type PreviewPlace = { locale: string; page: URL | undefined; variant: string };

export function previewOptions(options: JsonObject, { locale, page, variant }: PreviewPlace): JsonObject {
  const chosen = withVariant(options, variant);
  const here = page === undefined ? chosen : optionsOnPage(chosen, page);
  return locale === '' ? here : { ...here, locale };
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
    isNamed(entry, experiment) && Array.isArray(entry.variants)
      ? { ...entry, variants: entry.variants.filter((other) => isNamed(other, variant)) }
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
    (time) => isOpen(hours.open, [hours.timeZone], time, hours.closed) === isInside,
  );
}

/** The trigger whose greeting stands above the button: the one at this place, or the first. Undefined if it opens the chat. */
export function teaserOf({ triggers }: JsonObject, place: number | undefined): JsonObject | undefined {
  const all = Array.isArray(triggers) ? triggers.map(objectValue) : [];
  const isTeaser = ({ action }: JsonObject) => action !== 'open';
  return place === undefined ? all.find(isTeaser) : all.slice(place, place + 1).find(isTeaser);
}

/** The options of a chat that greets at once, or never. */
export function withTeaser(options: JsonObject, teaser: JsonObject | undefined): JsonObject {
  const { text } = teaser ?? {};
  const now = { type: 'delay', seconds: 0, everyHours: 0, ...(text !== undefined && { text }) };
  return { ...options, triggers: teaser === undefined ? [] : [now] };
}

function isNamed(value: Json, name: string | undefined): value is JsonObject {
  return objectValue(value).name === name;
}
