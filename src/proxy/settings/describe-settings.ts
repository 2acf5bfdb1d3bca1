import type { AdminSettings, SavedSettings, SettingSource } from '../../protocol/admin/settings.ts';
import { isObject } from '../config/environment.ts';
import { formSchema } from '../config/form-schema.ts';
import { isoTime } from '../iso-time.ts';
import { nameOfReceiver } from '../store/queries/saved-receivers.ts';
import { nothingSaved } from './apply-settings.ts';
import type { LiveConfig } from './live-config.ts';
import { warningsOf } from './live-problems.ts';
import { adviceFor } from './read-receivers.ts';

/** What applies, and where each part comes from. */
export function describeSettings({ config, file, saved, applied }: LiveConfig): AdminSettings {
  const record = saved.value;
  const { widget, forms, names } = config.value;
  return {
    version: record?.version ?? 0,
    at: isoTime(record?.at),
    by: record?.by,
    applies: { widget, forms, names },
    file: { widget: file.value.widget, forms: file.value.forms, names: file.value.names },
    saved: record?.settings ?? nothingSaved,
    sources: sourcesOf({ config, applied }),
    ignored: ignoredSettings({ saved, applied }),
    warnings: warningsOf({ config }),
  };
}

/** Saved settings without an effect, and receivers of webhooks to which nothing can be sent. */
export function ignoredOf({
  saved,
  applied,
  receivers,
}: Pick<LiveConfig, 'saved' | 'applied' | 'receivers'>): AdminSettings['ignored'] {
  return [...ignoredSettings({ saved, applied }), ...ignoredReceivers({ receivers })];
}

export function ignoredSettings({ saved, applied }: Pick<LiveConfig, 'saved' | 'applied'>): AdminSettings['ignored'] {
  const record = saved.value;
  const isUnreadable = record !== undefined && record.settings === undefined;
  if (!isUnreadable) return applied.value.ignored;
  return [{ path: '', message: `Version ${record.version} of the saved settings cannot be read.` }];
}

/** The receivers that were added in the dashboard and cannot be used, each with what to do. */
export function ignoredReceivers({ receivers }: Pick<LiveConfig, 'receivers'>): AdminSettings['ignored'] {
  return receivers.value.flatMap((receiver) =>
    receiver.webhook === undefined
      ? [{ path: `webhooks.${nameOfReceiver(receiver.saved)}`, message: adviceFor(receiver.problem, receiver.saved) }]
      : [],
  );
}

/** By key: `widget.title`, `forms.default.consent`. Options that nobody sets have their default and are left out. */
export function sourcesOf({ config, applied }: Pick<LiveConfig, 'config' | 'applied'>): Record<string, SettingSource> {
  const { widget, forms, names } = config.value;
  const { effective } = applied.value;
  const sources: Record<string, SettingSource> = {};
  for (const name of Object.keys(widget)) sources[`widget.${name}`] = 'file';
  for (const name of Object.keys(effective.widget)) sources[`widget.${name}`] = 'saved';
  const defaults: Record<string, unknown> = formSchema.parse({});
  for (const [name, form] of Object.entries(forms)) {
    for (const [key, value] of Object.entries(form)) {
      const isDefault = JSON.stringify(value) === JSON.stringify(defaults[key]);
      sources[`forms.${name}.${key}`] = isDefault ? 'default' : 'file';
    }
  }
  for (const [name, keys] of Object.entries(effective.forms)) {
    if (keys === null) sources[`forms.${name}`] = 'saved';
    for (const key of Object.keys(keys ?? {})) sources[`forms.${name}.${key}`] = 'saved';
  }
  for (const id of Object.keys(names)) sources[`names.${id}`] = 'file';
  for (const id of Object.keys(effective.names ?? {})) sources[`names.${id}`] = 'saved';
  return sources;
}

/** The keys that differ between two versions: `widget.title`, `forms.default.consent`. */
export function changedKeys(before: SavedSettings, after: SavedSettings): string[] {
  const [old, now] = [textsByKey(before), textsByKey(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((key) => old.get(key) !== now.get(key));
}

/** What is saved under these keys. Those under which nothing is saved are left out. */
export function savedValues({ widget, forms, names }: SavedSettings, keys: readonly string[]): SavedSettings['widget'] {
  const entries = keys.flatMap((key) => {
    const [part, name = '', ...rest] = key.split('.');
    const value =
      part === 'widget'
        ? widget[[name, ...rest].join('.')]
        : part === 'names'
          ? names?.[name]
          : rest.length === 0
            ? forms[name]
            : forms[name]?.[rest.join('.')];
    return value === undefined ? [] : [[key, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The order of keys changes nothing. For `JSON.stringify`. */
function inOrder(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
}

function textsByKey({ widget, forms, names = {} }: SavedSettings): Map<string, string> {
  const texts = new Map<string, string>();
  const add = (prefix: string, values: object) => {
    for (const [name, value] of Object.entries(values)) texts.set(`${prefix}.${name}`, JSON.stringify(value, inOrder));
  };
  add('widget', widget);
  add('names', names);
  for (const [name, keys] of Object.entries(forms)) {
    if (keys === null || Object.keys(keys).length === 0) texts.set(`forms.${name}`, JSON.stringify(keys));
    else add(`forms.${name}`, keys);
  }
  return texts;
}
