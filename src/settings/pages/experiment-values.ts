import { batch } from '@preact/signals';
import {
  type Json,
  type JsonObject,
  type OptionChanges,
  type PlacedExperiment,
  type Problem,
  placedExperiments,
  problemsAt,
  sharesOf,
  triedOptions,
} from '../../schema-form/index.ts';
import { isSameJson, objectOf } from '../json-value.ts';
import { adviceOf, appliedValues, settingOf } from '../setting.ts';
import type { SettingsState } from '../settings-state.ts';

/** Which experiment. Its values are read where they are shown, so that a key draws one variant. */
export type Place = Pick<PlacedExperiment, 'page' | 'index'>;

export type ShownVariant = { variant: JsonObject; problems: readonly Problem[] };

/** An experiment without what its variants set, and without what is wrong there. */
export function outlineOf(settings: SettingsState, place: Place) {
  const experiment = experimentAt(settings, place);
  return {
    name: textOf(experiment.name),
    goal: textOf(experiment.goal),
    variantNames: listOf(experiment.variants).map(({ name }) => textOf(name)),
    differences: triedOptions(experiment),
    shares: sharesOf(experiment),
    urls: listOf(appliedValues(settings, {}).pages).map(({ url }) => url),
    problems: problemsOf(settings, place).filter(({ path: [key, at] }) => key !== 'variants' || at === undefined),
  };
}

/** What a variant sets, and what is wrong with it. */
export function variantAt(settings: SettingsState, place: Place, at: number): ShownVariant {
  return {
    variant: listOf(experimentAt(settings, place).variants)[at] ?? {},
    problems: problemsAt(problemsAt(problemsOf(settings, place), 'variants'), at),
  };
}

export function experimentAt(settings: SettingsState, { page, index }: Place): JsonObject {
  const placed = placedExperiments(appliedValues(settings, {}));
  return placed.find((one) => one.page === page && one.index === index)?.experiment ?? {};
}

export function change(settings: SettingsState, changes: OptionChanges): void {
  batch(() => {
    for (const [name, value] of Object.entries(changes)) settingOf(settings, {}, name).set(value);
  });
}

/** The options that differ, as they are from then on. */
export function changesTo(before: JsonObject, after: JsonObject): OptionChanges {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => (isSameJson(before[name], after[name]) ? [] : [[name, after[name]] as const])),
  );
}

function problemsOf(settings: SettingsState, { page, index }: Place): Problem[] {
  if (page === undefined) {
    const { problems } = settingOf(settings, {}, 'experiments');
    return problemsAt([...problems, ...adviceOf(settings, {}, 'experiments')], index);
  }
  const ofEntry = problemsAt(settingOf(settings, {}, 'pages').problems, page);
  return problemsAt(problemsAt(ofEntry, 'experiments'), index);
}

export function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
