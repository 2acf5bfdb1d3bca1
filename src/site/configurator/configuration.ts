import { schema as formSchema } from 'virtual:form-docs';
import { findOptionProblems, optionsSchema } from '../../options/index.ts';
import type { Json, JsonObject } from '../../schema-form/index.ts';

/** The values that the user has set, in the order of the schemas. Everything else has its default. */
export type Configuration = {
  /** Options of the widget. */
  options: JsonObject;
  /** The form in the proxy's configuration: fields, consent, and what happens to its leads. */
  form: JsonObject;
};

export const emptyConfiguration: Configuration = { options: {}, form: {} };

/** Reads the configuration from the page's URL. An invalid part is empty. */
export function readConfiguration({ hash, search }: Pick<Location, 'hash' | 'search'>): Configuration {
  // In links of earlier builds, the options are in the query.
  const sources = [hash.slice(1), search].map((text) => new URLSearchParams(text));
  const read = (name: keyof Configuration) =>
    withoutAddresses(parseObject(sources.map((source) => source.get(name)).find((text) => text !== null)));
  // In links of earlier builds, fields and consent are options.
  const { fields, consentText, ...options } = read('options');
  const form = {
    ...(fields !== undefined && { fields }),
    ...(consentText !== undefined && { consent: { text: consentText, version: '1' } }),
    ...read('form'),
  };
  return { options, form };
}

/**
 * Returns the hash of a URL that opens the configurator, or its preview, with this configuration. The hash is not sent to the
 * server: texts in several languages may be longer than the URLs that servers accept.
 */
export function writeConfiguration(configuration: Configuration, more: Record<string, string> = {}): string {
  const parts = Object.entries(configuration).filter(([, part]) => Object.keys(part).length > 0);
  const parameters = new URLSearchParams({
    ...Object.fromEntries(parts.map(([name, part]) => [name, JSON.stringify(part)])),
    ...more,
  });
  return parameters.size === 0 ? '' : `#${parameters}`;
}

const keysInOrder: Record<keyof Configuration, readonly string[]> = {
  options: Object.keys(optionsSchema.shape),
  form: Object.keys(formSchema.properties ?? {}),
};

/** Returns the configuration with one value set. Undefined unsets it. */
export function withValue(
  configuration: Configuration,
  part: keyof Configuration,
  name: string,
  value: Json | undefined,
): Configuration {
  const values: Record<string, Json | undefined> = { ...configuration[part], [name]: value };
  const entries = keysInOrder[part].flatMap((key) => {
    const entry = values[key];
    return entry === undefined ? [] : [[key, entry] as const];
  });
  return { ...configuration, [part]: Object.fromEntries(entries) };
}

/** Returns the problems that the widget would report, by option. */
export function optionProblems({ options }: Configuration): Map<string, string[]> {
  const problems = findOptionProblems({ proxy: {}, attributes: {}, overrides: options });
  return groupProblems(problems.map((problem) => problem.replace('[leadchat] option ', '')));
}

/** Groups problems by the key that they start with: "`fields.0.name` must be …" is a problem of `fields`. */
export function groupProblems(problems: readonly string[]): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const problem of problems) {
    const key = /^`(\w+)/.exec(problem)?.[1] ?? '';
    // The controls of a list are numbered from 1.
    const text = problem.replace(/^`[^`]*`/, (path) => path.replace(/\.(\d+)/g, (_, index) => ` ${Number(index) + 1}`));
    byKey.set(key, [...(byKey.get(key) ?? []), text]);
  }
  return byKey;
}

function parseObject(text: string | undefined | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Options that say where the widget sends what a visitor writes. */
const addressKeys = ['wssUrl', 'hooksUrl', 'proxyUrl'];

/**
 * Anyone can write a link. If it could name the addresses of a service, a visitor of this site would chat with a stranger,
 * and leave them a lead. `proxyUrl` stays: it is shown in the code, and the preview has its own. Not inside of lists,
 * such as the options of one page, which the preview uses as they are.
 */
function withoutAddresses(values: JsonObject, shown: readonly string[] = ['proxyUrl']): JsonObject {
  const clean = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(clean);
    return isJsonObject(value) ? withoutAddresses(value, []) : value;
  };
  const entries = Object.entries(values).filter(([key]) => !addressKeys.includes(key) || shown.includes(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, clean(value)]));
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
