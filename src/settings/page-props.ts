import type { Note, Option, SettingPage } from '../schema-form/index.ts';
import type { SettingsState } from './settings-state.ts';

/** What a page of settings gets. */
export type PageProps = {
  settings: SettingsState;
  page: SettingPage;
  /** What the address names besides the page, such as a form. */
  names: readonly string[];
  /** The options of the widget that may be set here, with their schemas, by heading. */
  groups: readonly OptionGroup[];
  /** Those options by name. */
  options: ReadonlyMap<string, Option>;
  /** Hints about the keys of a form. */
  formNotes?: ReadonlyMap<string, Note>;
  /** Opens another place, by its address in the dashboard, such as `/settings/forms/prices`. */
  goTo(path: string): void;
};

export type OptionGroup = { heading: string; options: readonly Option[] };

/** The options of some groups, by name. */
export function optionsByName(groups: readonly OptionGroup[]): ReadonlyMap<string, Option> {
  return new Map(groups.flatMap(({ options }) => options.map((option) => [option.name, option] as const)));
}
