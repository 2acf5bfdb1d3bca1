/** A page of settings is one task. Dashboard and configurator show the same ones, in this order. */
export type SettingPage = {
  /** Its name in addresses: `#/settings/words`. */
  id: string;
  title: string;
  /** What it is for, in a sentence. */
  purpose: string;
  /** The options of the widget that belong to it, in their order. */
  options: readonly string[];
  /** Those that belong to it and are seldom needed: only "All options" and the configurator show them. */
  seldom?: readonly string[];
};

const wordsPage: SettingPage = {
  id: 'words',
  title: 'Words',
  purpose: 'What the chat says, in every language of your site.',
  options: ['title', 'greeting', 'starters', 'launcherText', 'texts', 'disclosure', 'locale', 'contact'],
};
const lookPage: SettingPage = {
  id: 'look',
  title: 'Look',
  purpose: 'Color, picture and place of the chat.',
  options: ['color', 'theme', 'avatar', 'launcherIcon', 'position', 'offset', 'launcher', 'expandable'],
  seldom: ['target', 'pageButtons', 'zIndex', 'imageHosts'],
};
const hoursPage: SettingPage = {
  id: 'hours',
  title: 'Opening hours',
  purpose: 'When people answer, and what visitors see outside these hours.',
  options: ['hours', 'away'],
};
export const formsPage: SettingPage = {
  id: 'forms',
  title: 'Forms',
  purpose: 'What you ask visitors for, and what they agree to.',
  options: ['leadForm', 'askAfter', 'form', 'fields', 'consentText', 'afterLead', 'rating', 'userToken', 'attributes'],
};
const routesPage: SettingPage = {
  id: 'routes',
  title: 'Routes',
  purpose: 'Where leads go, and who calls them back: everyone, and some by their answers.',
  options: [],
};
export const appearsPage: SettingPage = {
  id: 'appears',
  title: 'When it appears',
  purpose: 'On which pages the chat is, and when it opens or greets by itself.',
  options: ['open', 'triggers', 'pages'],
};
const experimentsPage: SettingPage = {
  id: 'experiments',
  title: 'Experiments',
  purpose: 'Try two versions, and see which one brings more leads.',
  options: ['experiments'],
};

export const settingPages: readonly SettingPage[] = [
  wordsPage,
  lookPage,
  hoursPage,
  formsPage,
  routesPage,
  appearsPage,
  experimentsPage,
];

/** Options that are no task of anybody's day. */
export const privacyOptions: Pick<SettingPage, 'title' | 'options'> = {
  title: 'Privacy and analytics',
  options: [
    ...['storage', 'consent', 'resumeDays', 'attribution', 'keepUrlParameters'],
    ...['respectGpc', 'analytics', 'analyticsLeadId', 'funnel'],
  ],
};
