import type { Json, JsonObject } from '../schema-form/index.ts';
import { objectOf } from './json-value.ts';

/** Experiments stand beside the options of all pages, and beside those of some pages. */
export function withoutExperiment(options: JsonObject, name: string, winner: string | undefined): JsonObject {
  const ended = entriesOf(options.experiments).find((experiment) => experiment.name === name);
  const { pages, ...others } = ended === undefined ? options : withWinner(options, ended, winner);
  if (!Array.isArray(pages)) return pages === undefined ? others : { ...others, pages };
  return { ...others, pages: pages.map((entry) => withoutExperiment(objectOf(entry), name, winner)) };
}

/** The options of a variant win over those beside the list. */
function withWinner(options: JsonObject, ended: JsonObject, winner: string | undefined): JsonObject {
  const variant = entriesOf(ended.variants).find((candidate) => candidate.name === winner);
  const { name: _, weight: __, ...changed } = variant ?? {};
  const { experiments, ...others } = { ...options, ...changed };
  const left = entriesOf(experiments).filter((experiment) => experiment.name !== ended.name);
  return left.length === 0 ? others : { ...others, experiments: left };
}

function entriesOf(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.map(objectOf) : [];
}
