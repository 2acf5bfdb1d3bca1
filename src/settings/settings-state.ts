import type { ReadonlySignal } from '@preact/signals';
import type { SavedSettings, SettingsLayer } from '../protocol/admin/settings.ts';
import type { Issue } from '../protocol/issue.ts';
import type { NewEntryIssues } from './new-entry-issues.ts';
import type { PreviewState } from './preview-state.ts';

/** The options of the widget, or one of the forms. */
export type SettingsPart = { form?: string };

/** What the pages of settings show and change: the settings of a proxy in the dashboard, those of a link in the configurator. */
export type SettingsState = {
  /** What lies below the draft, and what applies on the site. Null until loaded. */
  loaded: ReadonlySignal<{ file: SettingsLayer; applies: SettingsLayer } | null>;
  /** What would be saved. */
  draft: ReadonlySignal<SavedSettings>;
  /** What is wrong with it. */
  issues: ReadonlySignal<readonly Issue[]>;
  newEntry: NewEntryIssues;
  /** The flow that the chat runs. It is no journey. Undefined while it is not known. */
  flowId: ReadonlySignal<string | undefined>;
  /** What of it the preview shows. */
  previewState: PreviewState;
  /** The form that is edited and shown. */
  form: ReadonlySignal<string>;
  /** The names of all forms of the draft. */
  forms: ReadonlySignal<readonly string[]>;
  /** The forms that the draft removes, and that can come back. */
  removedForms: ReadonlySignal<readonly string[]>;
  chooseForm(form: string): void;
  /** Adds a form with the default fields, or one that was removed, and shows it. */
  addForm(form: string): void;
  /** Removes a form. The last one stays. */
  removeForm(form: string): void;
  /** Undefined: as in the configuration file. Null: as if the file did not set it. */
  set(part: SettingsPart, key: string, value: SavedSettings['widget'][string] | undefined): void;
  /** What a journey or an agent is called. Undefined: nothing. */
  setName(id: string, name: string | undefined): void;
};
