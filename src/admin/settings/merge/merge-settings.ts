import type { SavedSettings, SettingsLayer } from '../../../protocol/admin/settings.ts';
import type { Json } from '../../../schema-form/index.ts';
import { isSameJson, jsonOf, objectOf, siteLanguageOf } from '../../../settings/index.ts';
import { mergeValues } from './merge-values.ts';
import type { Choose, MergeContext, Sides } from './sides.ts';

type Value = SavedSettings['widget'][string];
type Values = Readonly<Record<string, Value>>;
type Form = SavedSettings['forms'][string] | undefined;

const nothing: SettingsLayer = { widget: {}, forms: {} };

/**
 * What two operators have changed, in one. `base`: what both began with. `file`: what applies where nothing is saved.
 * `choose` is asked where both have changed the same.
 */
export function mergeSettings(
  { base, mine, theirs }: Sides<SavedSettings>,
  file: SettingsLayer = nothing,
  choose: Choose = () => 'mine',
): SavedSettings {
  const mainLanguage = siteLanguageOf(objectOf({ ...file.widget, ...base.widget }));
  const merge = (sides: Sides<Values>, inFile: Readonly<Record<string, unknown>>, path: readonly string[]) =>
    mergeRecords(sides, (key, values) =>
      mergeSaved(values, inFile[key], { path: [key], choose: (at) => choose([...path, ...at]), mainLanguage }),
    );
  const forms = mergeRecords(
    { base: base.forms, mine: mine.forms, theirs: theirs.forms },
    (name, versions: Sides<Form>) => {
      const inFile = file.forms[name];
      // A form that only what is saved names is gone without its entry.
      if (Object.values(versions).some((form) => form === null || (form === undefined && inFile === undefined))) {
        const { mine: own, theirs: other } = versions;
        if (isSameJson(own, other) || isSameJson(versions.base, other)) return own;
        if (isSameJson(versions.base, own)) return other;
        if (own && other) return merge({ base: {}, mine: own, theirs: other }, inFile ?? {}, ['forms', name]);
        return versions[choose(['forms', name])];
      }
      const keys = merge(
        { base: versions.base ?? {}, mine: versions.mine ?? {}, theirs: versions.theirs ?? {} },
        inFile ?? {},
        ['forms', name],
      );
      return Object.keys(keys).length === 0 && inFile !== undefined ? undefined : keys;
    },
  );
  const names = mergeRecords(
    { base: base.names ?? {}, mine: mine.names ?? {}, theirs: theirs.names ?? {} },
    (id, versions: Sides<string | null | undefined>) => {
      const { base: before, mine: own, theirs: other } = versions;
      if (own === other || before === other) return own;
      return before === own ? other : versions[choose(['names', id])];
    },
  );
  return {
    widget: merge({ base: base.widget, mine: mine.widget, theirs: theirs.widget }, file.widget, ['widget']),
    forms,
    ...(Object.keys(names).length > 0 && { names }),
  };
}

/** The entries that are left, in the order of `theirs`. */
function mergeRecords<Entry>(
  { base, mine, theirs }: Sides<Readonly<Record<string, Entry>>>,
  mergeEntry: (key: string, sides: Sides<Entry | undefined>) => Entry | undefined,
): Record<string, Entry> {
  const keys = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const merged = mergeEntry(key, { base: base[key], mine: mine[key], theirs: theirs[key] });
      return merged === undefined ? [] : [[key, merged] as const];
    }),
  );
}

/** A saved value. Undefined: that of the file. Null: none, whatever the file says. */
function mergeSaved(
  { base, mine, theirs }: Sides<Value | undefined>,
  inFile: unknown,
  context: MergeContext,
): Value | undefined {
  if (isSameJson(mine, theirs) || isSameJson(base, theirs)) return mine;
  if (isSameJson(base, mine)) return theirs;
  const applied = (value: Value | undefined): Json | undefined => jsonOf(value === undefined ? inFile : value);
  const sides = { base: applied(base), mine: applied(mine), theirs: applied(theirs) };
  const merged = mergeValues(sides, context);
  return isSameJson(merged, jsonOf(inFile)) ? undefined : (merged ?? null);
}
