import type { AdminSettings, SavedSettings } from '../../protocol/admin/settings.ts';
import type { Json, JsonObject } from '../../schema-form/index.ts';
import { withoutIgnored, withSetting } from './draft.ts';
import { appliedVersion } from './history/version-states.ts';
import { isSameJson, objectOf } from './json-value.ts';

/** The widget's options after the end of an experiment, and what is saved for that. */
export type ExperimentEnd = { after: JsonObject; saved: SavedSettings };

/** Undefined if the settings have no such experiment. With `winner`, the options of this variant apply to all visitors. */
export function endOf(settings: AdminSettings, experiment: string, winner?: string): ExperimentEnd | undefined {
  const base = withoutIgnored(settings);
  const before = appliedVersion(base, settings.file).widget;
  const after = withoutExperiment(before, experiment, winner);
  if (isSameJson(before, after)) return undefined;
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const saved = keys
    .filter((key) => !isSameJson(before[key], after[key]))
    .reduce((draft, key) => withSetting(draft, settings.file, { key, value: after[key] ?? null }), base);
  return { after, saved };
}

/** The names of the experiments of all pages and of some. */
export function experimentNames(settings: AdminSettings): string[] {
  const { widget } = appliedVersion(withoutIgnored(settings), settings.file);
  const names = [widget, ...entriesOf(widget.pages)].flatMap(({ experiments }) =>
    entriesOf(experiments).map(({ name }) => String(name)),
  );
  return [...new Set(names)];
}

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
