import type { AdminSettings, SavedSettings, SettingsLayer } from '../../protocol/admin/settings.ts';
import { fileOnlyOptions, withoutFileOnly } from '../../protocol/file-only-options.ts';
import { jsonOf } from './json-value.ts';

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

/**
 * The changes between `base` and `draft`, made to `onto`: of a text in several languages, only those that have changed.
 * `file`: what applies where `base` sets nothing.
 */
export function carryOver(
  base: SavedSettings,
  draft: SavedSettings,
  onto: SavedSettings,
  file: SettingsLayer = { widget: {}, forms: {} },
): SavedSettings {
  const formNames = new Set([...Object.keys(base.forms), ...Object.keys(draft.forms)]);
  const forms = { ...onto.forms };
  for (const name of formNames) {
    const [before, after] = [base.forms[name], draft.forms[name]];
    if (isSame(before, after)) continue;
    if (after === undefined && before === null) delete forms[name];
    else if (after === null) forms[name] = null;
    else
      forms[name] = carryOverKeys(before ?? {}, after ?? {}, onto.forms[name] ?? {}, partsIn(file.forms[name] ?? {}));
  }
  const names = carryOverKeys(base.names ?? {}, draft.names ?? {}, onto.names ?? {});
  return {
    widget: carryOverKeys(base.widget, draft.widget, onto.widget, partsIn(file.widget)),
    forms,
    ...(Object.keys(names).length > 0 && { names }),
  };
}

/** The value that a key has after both changes. */
type Join<Kind> = (key: string, values: { before: Kind | undefined; after: Kind; current: Kind | undefined }) => Kind;

function carryOverKeys<Kind extends Value>(
  base: Record<string, Kind>,
  draft: Record<string, Kind>,
  onto: Record<string, Kind>,
  join: Join<Kind> = (_, { after }) => after,
): Record<string, Kind> {
  const result = { ...onto };
  for (const key of new Set([...Object.keys(base), ...Object.keys(draft)])) {
    const before = base[key];
    const after = draft[key];
    if (isSame(before, after)) continue;
    if (after === undefined) delete result[key];
    else result[key] = join(key, { before, after, current: onto[key] });
  }
  return result;
}

/** Keeps the parts of an object, such as the languages of a text, that only the other one has changed. */
function partsIn(file: Readonly<Record<string, unknown>>): Join<Value> {
  return (key, { before = jsonOf(file[key]), after, current }) => {
    if (!isObject(after) || !isObject(current)) return after;
    return carryOverKeys(isObject(before) ? before : {}, after, current, partsIn({}));
  };
}

function isObject(value: Value | undefined): value is Record<string, Value> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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
