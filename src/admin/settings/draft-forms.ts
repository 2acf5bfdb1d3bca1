import type { SavedSettings, SettingsLayer } from '../../protocol/admin/settings.ts';
import { defaultFields } from '../../protocol/form.ts';

/** The names of all forms: those of the file that are not removed, and the added ones. */
export function formsOf({ forms }: SavedSettings, file: SettingsLayer['forms']): string[] {
  return [...new Set([...Object.keys(file), ...Object.keys(forms)])].filter((name) => forms[name] !== null);
}

/** Where forms come from besides the draft: the configuration file, and what is saved. */
type KnownForms = { file: SettingsLayer['forms']; saved: SavedSettings['forms'] };

/** The draft with one more form, or with one that it had removed, as it was saved. */
export function withForm(draft: SavedSettings, { file, saved }: KnownForms, name: string): SavedSettings {
  const { [name]: _, ...others } = draft.forms;
  const before = Object.hasOwn(saved, name) ? saved[name] : undefined;
  if (before) return { ...draft, forms: { ...others, [name]: before } };
  // Written out, so that the operator sees and edits them.
  const fields = defaultFields.map(({ name: field, type, required }) => ({ name: field, type, required }));
  return { ...draft, forms: Object.hasOwn(file, name) ? others : { ...others, [name]: { fields } } };
}

/** The forms that the draft removes, and that can come back. */
export function removedFormsOf(draft: SavedSettings, { file, saved }: KnownForms): string[] {
  const all = [...Object.keys(file), ...Object.keys(saved).filter((name) => saved[name] !== null)];
  const left = formsOf(draft, file);
  return [...new Set(all)].filter((name) => !left.includes(name));
}

export function withoutForm(draft: SavedSettings, file: SettingsLayer['forms'], name: string): SavedSettings {
  const { [name]: _, ...others } = draft.forms;
  return { ...draft, forms: Object.hasOwn(file, name) ? { ...others, [name]: null } : others };
}
