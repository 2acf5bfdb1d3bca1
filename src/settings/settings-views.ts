import type { ComponentType } from 'preact';
import type { SettingPage } from '../schema-form/index.ts';
import type { PageProps } from './page-props.ts';
import { AllOptionsPage } from './pages/all-options-page.tsx';
import { AppearsPage } from './pages/appears-page.tsx';
import { ExperimentsPage } from './pages/experiments-page.tsx';
import { FormsPage } from './pages/forms-page.tsx';
import { GeneratedPage } from './pages/generated-page.tsx';
import { HoursPage } from './pages/hours-page.tsx';
import { LookPage } from './pages/look-page.tsx';
import { RoutesPage } from './pages/routes-page.tsx';
import { WordsPage } from './pages/words-page.tsx';

/** Every option, by its name. */
export const allPage: SettingPage = {
  id: 'all',
  title: 'All options',
  purpose: 'Every option by its name in the reference. The pages above change the same settings.',
  options: [],
};

const views: Readonly<Record<string, ComponentType<PageProps>>> = {
  words: WordsPage,
  look: LookPage,
  hours: HoursPage,
  forms: FormsPage,
  routes: RoutesPage,
  appears: AppearsPage,
  experiments: ExperimentsPage,
  [allPage.id]: AllOptionsPage,
};

/** What draws a page: by its task, else as the schema says. */
export function viewOf({ id }: SettingPage): ComponentType<PageProps> {
  return views[id] ?? GeneratedPage;
}
