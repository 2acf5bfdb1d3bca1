import { type Option, type SettingPage, settingPages } from '../../schema-form/index.ts';
import type { SettingsState } from './settings-state.ts';

/** What a page of settings gets. */
export type PageProps = {
  settings: SettingsState;
  page: SettingPage;
  /** What the address names besides the page, such as a form. */
  names: readonly string[];
  /** The options of the widget that may be set here by name, with their schemas. */
  options: ReadonlyMap<string, Option>;
  /** Opens another place of the dashboard, such as `/settings/history/4`. */
  goTo(path: string): void;
};

/** Who is told of leads. It changes no setting of the widget, so it has no preview, and is saved by itself. */
export const messagesPage: SettingPage = {
  id: 'messages',
  title: 'Messages to your team',
  purpose: 'Who is told of leads and calls: in Slack, in Teams, in a sheet, or by another program.',
  options: [],
};
const allPage: SettingPage = {
  id: 'all',
  title: 'All options',
  purpose: 'Every option by its name in the reference. The pages above change the same settings.',
  options: [],
};
const historyPage: SettingPage = {
  id: 'history',
  title: 'History',
  purpose: 'What was changed, when and by whom. Every version can apply again.',
  options: [],
};

/** The pages of the tab "Settings", by task. */
export const pages: readonly SettingPage[] = [...settingPages, messagesPage, allPage, historyPage];

/** The page of an address: `['settings', 'look']`. */
export function pageOf([, id]: readonly string[]): SettingPage | undefined {
  // One form: `#/settings/form/prices`.
  const wanted = id === 'form' ? 'forms' : id;
  return pages.find((page) => page.id === wanted) ?? pages[0];
}

/** The page with an option's control. */
export function pageOfOption(name: string): string | undefined {
  return settingPages.find(({ options }) => options.includes(name))?.id;
}
