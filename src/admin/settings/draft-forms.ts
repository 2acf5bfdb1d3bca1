import { defaultFields, type SavedSettings, type SettingsLayer } from '../../protocol/index.ts';

/** The names of all forms: those of the file that are not removed, and the added ones. */
export function formsOf({ forms }: SavedSettings, file: SettingsLayer['forms']): string[] {
  return [...new Set([...Object.keys(file), ...Object.keys(forms)])].filter((name) => forms[name] !== null);
}

/** The draft with one more form, or with one of the file that it had removed. */
export function withForm(draft: SavedSettings, file: SettingsLayer['forms'], name: string): SavedSettings {
  const { [name]: _, ...others } = draft.forms;
  // Written out, so that the operator sees and edits them.
  const fields = defaultFields.map(({ name: field, type, required }) => ({ name: field, type, required }));
  return { ...draft, forms: Object.hasOwn(file, name) ? others : { ...others, [name]: { fields } } };
}

export function withoutForm(draft: SavedSettings, file: SettingsLayer['forms'], name: string): SavedSettings {
  const { [name]: _, ...others } = draft.forms;
  return { ...draft, forms: Object.hasOwn(file, name) ? { ...others, [name]: null } : others };
}
