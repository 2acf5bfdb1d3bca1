import { type SettingPage, settingPages } from '../../schema-form/index.ts';
import { allPage } from '../../settings/index.ts';

/** Who is told of leads. It changes no setting of the widget, so it has no preview, and is saved by itself. */
export const messagesPage: SettingPage = {
  id: 'messages',
  title: 'Messages to your team',
  purpose: 'Who is told of leads and calls: in Slack, in Teams, in a sheet, or by another program.',
  options: [],
};
export const historyPage: SettingPage = {
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
