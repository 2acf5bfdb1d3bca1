import type { SavedSettings, SettingsLayer, SettingsVersion } from '../../../protocol/admin/settings.ts';
import type { JsonObject } from '../../../schema-form/index.ts';
import { objectOf } from '../../../settings/index.ts';

/** What applies: the widget's options, the forms by name, and what journeys and agents are called. */
export type AppliedVersion = { widget: JsonObject; forms: Record<string, JsonObject>; names?: JsonObject };

/** What each version saves, by its number; 0 is the configuration file alone. `versions` have the newest first. */
export function savedVersions(versions: readonly SettingsVersion[]): ReadonlyMap<number, SavedSettings> {
  const states = new Map<number, SavedSettings>([[0, { widget: {}, forms: {} }]]);
  // The oldest version that is kept lists everything that it saves.
  let state: SavedSettings = { widget: {}, forms: {} };
  for (const version of versions.toReversed()) {
    state = withChanges(state, version);
    states.set(version.version, state);
  }
  return states;
}

/** What is saved, over the configuration file as it is now. */
export function appliedVersion(saved: SavedSettings, file: SettingsLayer): AppliedVersion {
  const names = [...new Set([...Object.keys(file.forms), ...Object.keys(saved.forms)])];
  const forms = names.flatMap((name): [string, JsonObject][] => {
    const keys = saved.forms[name];
    return keys === null ? [] : [[name, objectOf({ ...file.forms[name], ...keys })]];
  });
  return {
    widget: objectOf({ ...file.widget, ...saved.widget }),
    forms: Object.fromEntries(forms),
    names: objectOf({ ...file.names, ...saved.names }),
  };
}

function withChanges(before: SavedSettings, { changed, values }: SettingsVersion): SavedSettings {
  const widget = { ...before.widget };
  const forms = { ...before.forms };
  const names = { ...before.names };
  for (const path of changed) {
    const [part, first = '', ...rest] = path.split('.');
    const value = values[path];
    if (part === 'widget') {
      const name = [first, ...rest].join('.');
      if (value === undefined) delete widget[name];
      else widget[name] = value;
    } else if (part === 'names') {
      if (value === null || typeof value === 'string') names[first] = value;
      else delete names[first];
    } else if (rest.length > 0) {
      const { [rest.join('.')]: _, ...others } = forms[first] ?? {};
      forms[first] = value === undefined ? others : { ...others, [rest.join('.')]: value };
    } else if (value === null) forms[first] = null;
    else delete forms[first];
  }
  return { widget, forms, ...(Object.keys(names).length > 0 && { names }) };
}
