import type { FunnelGoal } from '../protocol/proxy/funnel-goals.ts';
import type { Json, JsonObject } from './json-schema.ts';
import { objectValue, withProperty } from './schema-values.ts';

/** An experiment, and where it runs: on every page, or on those of an entry of `pages`. */
export type PlacedExperiment = {
  /** The index of the entry. Undefined: on every page. */
  page: number | undefined;
  /** Its place in the list there. */
  index: number;
  experiment: JsonObject;
};

/** What can count, in words. */
export const experimentGoals: Readonly<Record<FunnelGoal, string>> = {
  accepted: 'Visitors who become a lead',
  'form-sent': 'Visitors who send the form',
  message: 'Visitors who write a message',
  answered: 'Visitors who get an answer',
};

/** The options of the widget that change. Undefined: no longer set. */
export type OptionChanges = Record<string, Json | undefined>;

/** All experiments: those of every page first. */
export function placedExperiments({ experiments, pages }: JsonObject): PlacedExperiment[] {
  const placed = (list: Json | undefined, page: number | undefined) =>
    objectsIn(list).map((experiment, index) => ({ page, index, experiment }));
  return [
    ...placed(experiments, undefined),
    ...objectsIn(pages).flatMap((entry, page) => placed(entry.experiments, page)),
  ];
}

/** Two variants from the start: what visitors see now, and something new. */
export function newExperiment(options: JsonObject): JsonObject {
  const names = new Set(placedExperiments(options).map(({ experiment }) => experiment.name));
  let number = 1;
  while (names.has(`experiment-${number}`)) number++;
  return { name: `experiment-${number}`, variants: [{ name: 'now' }, { name: 'new' }] };
}

/** Puts an experiment in the place of the one there; after the last one it is added, and undefined removes it. */
export function withExperiment(
  options: JsonObject,
  { page, index }: Pick<PlacedExperiment, 'page' | 'index'>,
  next: JsonObject | undefined,
): OptionChanges {
  if (page === undefined) return { experiments: orUndefined(replaced(objectsIn(options.experiments), index, next)) };
  const pages = objectsIn(options.pages).map((entry, at) =>
    at === page
      ? withProperty(entry, 'experiments', orUndefined(replaced(objectsIn(entry.experiments), index, next)))
      : entry,
  );
  return { pages };
}

/** The experiment runs elsewhere from now on. */
export function movedExperiment(options: JsonObject, from: PlacedExperiment, page: number | undefined): OptionChanges {
  const removed = withExperiment(options, from, undefined);
  const rest = { ...options, ...nulled(removed) };
  const index = placedExperiments(rest).filter((other) => other.page === page).length;
  return { ...removed, ...withExperiment(rest, { page, index }, from.experiment) };
}

/** What the variants of an experiment differ in. */
export function triedOptions({ variants }: JsonObject): string[] {
  const names = objectsIn(variants).flatMap((variant) => Object.keys(variant));
  return [...new Set(names)].filter((name) => name !== 'name' && name !== 'weight');
}

/** How many of a hundred visitors get each variant. */
export function sharesOf({ variants }: JsonObject): number[] {
  const weights = objectsIn(variants).map(({ weight }) => (typeof weight === 'number' && weight > 0 ? weight : 1));
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => Math.round((100 * weight) / all));
}

function replaced(list: JsonObject[], index: number, next: JsonObject | undefined): JsonObject[] {
  return list.toSpliced(index, 1, ...(next === undefined ? [] : [next]));
}

function orUndefined(list: JsonObject[]): JsonObject[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** As an object whose missing keys are empty lists. */
function nulled(changes: OptionChanges): JsonObject {
  return Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, value ?? []]));
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectValue) : [];
}
