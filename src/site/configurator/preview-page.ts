import { init, type WidgetOptions } from '../../index.ts';
import { fetchPublicConfig } from '../../options/index.ts';
import { readConfiguration } from './configuration.ts';

/**
 * The page in the preview's frame: the widget with the options of the page's address. The form's fields and its consent
 * belong to the proxy, so to show others, the preview opens its chats at the sandbox without a proxy.
 */
const { proxyUrl = '', sandboxUrl = '' } = document.body.dataset;
document.documentElement.style.colorScheme = location.hash.slice(1);
const configuration: WidgetOptions = readConfiguration(location.search);
const isOwnForm = configuration.fields !== undefined || configuration.consentText !== undefined;

if (isOwnForm) {
  const { flowId, wssUrl } = await fetchPublicConfig(proxyUrl, 'default');
  init({ leadForm: 'required', ...configuration, hooksUrl: sandboxUrl, flowId, wssUrl });
} else {
  init({ ...configuration, proxyUrl });
}
