import type { AdminSettings, SavedSettings, SettingsLayer } from '../../protocol/admin/settings.ts';
import { fileOnlyOptions, withoutFileOnly } from '../../protocol/file-only-options.ts';

type Value = SavedSettings['widget'][string];

/** `form` is absent for an option of the widget. A value that is undefined is that of the configuration file. */
export type Setting = { form?: string; key: string; value: Value | undefined };

/** The draft with one setting changed. What the file says anyway is not saved. */
export function withSetting(draft: SavedSettings, file: SettingsLayer, { form, key, value }: Setting): SavedSettings {
  const inFile = form === undefined ? file.widget[key] : file.forms[form]?.[key];
  const isAsInFile = value === undefined || isSame(value, inFile ?? null);
  const change = (values: Record<string, Value>) => {
    const { [key]: _, ...rest } = values;
    return isAsInFile || value === undefined ? rest : { ...values, [key]: value };
  };
  if (form === undefined) return { ...draft, widget: change(draft.widget) };
  const { [form]: keys, ...others } = draft.forms;
  const changed = change(keys ?? {});
  // A form that the file lacks exists by its entry.
  const isGone = Object.keys(changed).length === 0 && Object.hasOwn(file.forms, form);
  return { ...draft, forms: isGone ? others : { ...others, [form]: changed } };
}

/** The draft with a name of a journey or an agent. Undefined: none. */
export function withName(
  draft: SavedSettings,
  file: SettingsLayer,
  id: string,
  name: string | undefined,
): SavedSettings {
  const { [id]: _, ...others } = draft.names ?? {};
  const inFile = file.names?.[id];
  const names = name === inFile ? others : { ...others, [id]: name ?? null };
  const { names: __, ...rest } = draft;
  return Object.keys(names).length === 0 ? rest : { ...rest, names };
}

/** What was saved, without what has no effect: saving it again would be refused. */
export function withoutIgnored(settings: AdminSettings | null): SavedSettings {
  if (settings === null) return { widget: {}, forms: {} };
  // The option around a key that only the file may set applies without it.
  const ignored = settings.ignored
    .map(({ path }) => path.split('.'))
    .filter(([part, ...path]) => part !== 'widget' || !fileOnlyOptions.includes(path.at(-1) ?? ''));
  const { widget, forms, names } = settings.saved;
  const keep = (values: Record<string, Value>, isIgnored: (key: string) => boolean) =>
    Object.fromEntries(Object.entries(values).filter(([key]) => !isIgnored(key)));
  return {
    widget: keep(withoutFileOnly(widget), (key) => ignored.some(([part, name]) => part === 'widget' && name === key)),
    forms: Object.fromEntries(
      Object.entries(forms)
        .filter(([form]) => !ignored.some((path) => path[0] === 'forms' && path[1] === form && path.length === 2))
        .map(([form, keys]) => [
          form,
          keys &&
            keep(keys, (key) => ignored.some(([part, name, of]) => part === 'forms' && name === form && of === key)),
        ]),
    ),
    ...(names !== undefined && { names }),
  };
}

export function isSameSettings(a: SavedSettings, b: SavedSettings): boolean {
  return isSame(inOrder(a), inOrder(b));
}

function inOrder({ widget, forms, names = {} }: SavedSettings): unknown {
  const sorted = (values: object) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return [sorted(widget), sorted(names), sorted(forms).map(([name, keys]) => [name, keys && sorted(keys)])];
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
