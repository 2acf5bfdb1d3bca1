import type { AdminSettings, SavedSettings } from '../../protocol/admin/settings.ts';
import type { Json, JsonObject } from '../../schema-form/index.ts';
import { isSameJson, objectOf, withoutExperiment } from '../../settings/index.ts';
import { withoutIgnored, withSetting } from './draft.ts';
import { appliedVersion } from './history/version-states.ts';

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

function entriesOf(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? list.map(objectOf) : [];
}
