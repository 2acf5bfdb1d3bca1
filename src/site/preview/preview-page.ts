import documentedThemes from 'virtual:documented-themes';
import { directionOf } from '../../i18n/index.ts';
import { init, type WidgetOptions } from '../../index.ts';
import { optionsOnPage } from '../../options/index.ts';
import { readConfiguration } from '../configurator/configuration.ts';
import { showForm } from './proxy-form.ts';
import { relayRequests } from './proxy-relay.ts';

/** The page in a preview's frame: the widget with the demo's proxy and the options in the page's URL. */
const { proxyUrl = '' } = document.body.dataset;
const page = document.documentElement;
const parameters = new URLSearchParams(location.hash.slice(1));
page.style.colorScheme = parameters.get('scheme') ?? '';
const configuration = readConfiguration(location);
// The demo's proxy has only the form `default`.
const path = parameters.get('path');
const { form: _, ...options }: WidgetOptions =
  path === null ? configuration.options : optionsOnPage(configuration.options, new URL(path, location.href));

// The widget finds the time as on any other page.
const at = Number(parameters.get('at') ?? Number.NaN);
if (!Number.isNaN(at)) {
  const start = performance.now();
  Date.now = () => at + performance.now() - start;
}

const theme = documentedThemes.find(({ name }) => name === parameters.get('style'));
if (theme !== undefined) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(theme.css);
  document.adoptedStyleSheets = [sheet];
  // Several frames on one page need landmarks with different names.
  document.querySelector('main')?.setAttribute('aria-label', `A page with the theme ${theme.name}`);
}

const { locale } = options;
if (typeof locale === 'string') {
  page.lang = locale;
  page.dir = directionOf(locale);
}

if (parent !== window) relayRequests(proxyUrl);
if (Object.keys(configuration.form).length > 0) showForm(proxyUrl, configuration.form);
// A beacon would come from no page that the proxy knows, and a preview's visitor is none.
init({ ...options, funnel: false, proxyUrl });
