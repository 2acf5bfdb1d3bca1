import { fileOnlyOptions } from '../../protocol/file-only-options.ts';
import type { Json, JsonObject } from '../../schema-form/index.ts';
import { type Configuration, defaultForm, mainForm } from './configuration.ts';

export const proxyConfigurationFile = 'leadchat.config.json';

/**
 * What only the operator knows. None of them is a valid value: a proxy that starts with one would fail later, at the first
 * lead. The API key is missing, because it belongs into the environment.
 */
const placeholders = {
  baseUrl: '<REST address of the service, https://…/v1>',
  hooksUrl: '<host of session initialization, https://…>',
  wssUrl: '<host of the chat, wss://…>',
  flowId: '<ID of the flow that the chat runs>',
  origin: '<origin of your site, https://www.…>',
};

/** A whole file with the proxy's configuration. */
export function proxyConfiguration(configuration: Configuration): string {
  const { options, names = {} } = configuration;
  const { hooksUrl = placeholders.hooksUrl, wssUrl = placeholders.wssUrl, flowId = placeholders.flowId } = options;
  const widget = Object.fromEntries(Object.entries(options).filter(([name]) => !fileOnlyOptions.includes(name)));
  const forms = formsOf(configuration);
  const file = {
    service: { baseUrl: placeholders.baseUrl, hooksUrl, wssUrl },
    flowId,
    origins: [placeholders.origin],
    ...(Object.keys(forms).length > 0 && { forms }),
    ...(Object.keys(names).length > 0 && { names }),
    ...(Object.keys(widget).length > 0 && { widget }),
  };
  return JSON.stringify(file, null, 2);
}

/** The forms that are set, and the others that the options name: a proxy has to have them all. */
function formsOf({ options, form, forms = {} }: Configuration): JsonObject {
  const main = mainForm(options);
  const { pages } = options;
  const named = Array.isArray(pages) ? pages.map(formOfPage).filter((name) => typeof name === 'string') : [];
  const all = { [main]: form, ...Object.fromEntries(named.map((name) => [name, {}])), ...forms };
  const isUsual = Object.keys(all).length === 1 && main === defaultForm && Object.keys(form).length === 0;
  return isUsual ? {} : { ...all, [main]: form };
}

function formOfPage(entry: Json): Json | undefined {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? entry.form : undefined;
}
