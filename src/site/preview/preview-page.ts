import documentedThemes from 'virtual:documented-themes';
import { createTranslator } from '../../i18n/index.ts';
import { init, type WidgetOptions } from '../../index.ts';
import { fetchPublicConfig } from '../../options/index.ts';
import { readConfiguration } from '../configurator/configuration.ts';

/**
 * The page in a preview's frame: the widget with the options of the page's address. The form's fields and its consent
 * belong to the proxy, so to show others, the preview opens its chats at the sandbox without a proxy.
 */
const { proxyUrl = '', sandboxUrl = '' } = document.body.dataset;
const page = document.documentElement;
const parameters = new URLSearchParams(location.hash.slice(1));
page.style.colorScheme = parameters.get('scheme') ?? '';
const configuration: WidgetOptions = readConfiguration(location);
const isOwnForm = configuration.fields !== undefined || configuration.consentText !== undefined;

const theme = documentedThemes.find(({ name }) => name === parameters.get('style'));
if (theme !== undefined) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(theme.css);
  document.adoptedStyleSheets = [sheet];
  // Frames side by side need landmarks with different names.
  document.querySelector('main')?.setAttribute('aria-label', `A page with the theme ${theme.name}`);
}

const { locale } = configuration;
if (typeof locale === 'string') {
  page.lang = locale;
  page.dir = createTranslator(locale).direction;
}

if (isOwnForm) {
  const { flowId, wssUrl } = await fetchPublicConfig(proxyUrl, 'default');
  init({ leadForm: 'required', ...configuration, hooksUrl: sandboxUrl, flowId, wssUrl });
} else {
  init({ ...configuration, proxyUrl });
}
