import { schema as formSchema } from 'virtual:form-docs';
import { findOptionProblems, optionsSchema } from '../../options/index.ts';
import type { Json, JsonObject } from './json-schema.ts';

/** What somebody has set, in the order of the schemas. Everything else has its default. */
export type Configuration = {
  /** Options of the widget. */
  options: JsonObject;
  /** The form in the proxy's configuration: fields, consent, and what happens to its leads. */
  form: JsonObject;
};

export const emptyConfiguration: Configuration = { options: {}, form: {} };

/** Reads the configuration from the page's address. A part that cannot be read is empty. */
export function readConfiguration({ hash, search }: Pick<Location, 'hash' | 'search'>): Configuration {
  // Links of earlier builds have the options in the query.
  const sources = [hash.slice(1), search].map((text) => new URLSearchParams(text));
  const read = (name: keyof Configuration) =>
    parseObject(sources.map((source) => source.get(name)).find((text) => text !== null));
  // Links of earlier builds have fields and consent among the options.
  const { fields, consentText, ...options } = read('options');
  const form = {
    ...(fields !== undefined && { fields }),
    ...(consentText !== undefined && { consent: { text: consentText, version: '1' } }),
    ...read('form'),
  };
  return { options, form };
}

/**
 * The end of an address that opens the configurator, or its preview, with this configuration. It is the hash, which is not
 * sent to the server: texts in several languages are longer than the addresses that servers take.
 */
export function writeConfiguration(configuration: Configuration, more: Record<string, string> = {}): string {
  const parts = Object.entries(configuration).filter(([, part]) => Object.keys(part).length > 0);
  const parameters = new URLSearchParams({
    ...Object.fromEntries(parts.map(([name, part]) => [name, JSON.stringify(part)])),
    ...more,
  });
  return parameters.size === 0 ? '' : `#${parameters}`;
}

/** The configuration with one option of the widget set, or unset with undefined. */
export function withOption(configuration: Configuration, name: string, value: Json | undefined): Configuration {
  const options = withKey(configuration.options, name, value, Object.keys(optionsSchema.shape));
  return { ...configuration, options };
}

/** The configuration with one key of the form set, or unset with undefined. */
export function withFormKey(configuration: Configuration, name: string, value: Json | undefined): Configuration {
  const form = withKey(configuration.form, name, value, Object.keys(formSchema.properties ?? {}));
  return { ...configuration, form };
}

/** What the widget would report about its options, in its own words, by option. */
export function optionProblems({ options }: Configuration): Map<string, string[]> {
  const problems = findOptionProblems({ proxy: {}, attributes: {}, overrides: options });
  return groupProblems(problems.map((problem) => problem.replace('[leadchat] option ', '')));
}

/** Problems by the key that they begin with: "`fields.0.name` must be …" is one of `fields`. */
export function groupProblems(problems: readonly string[]): Map<string, string[]> {
  const byKey = new Map<string, string[]>();
  for (const problem of problems) {
    const key = /^`(\w+)/.exec(problem)?.[1] ?? '';
    // The controls of a list are counted from 1.
    const text = problem.replace(/^`[^`]*`/, (path) => path.replace(/\.(\d+)/g, (_, index) => ` ${Number(index) + 1}`));
    byKey.set(key, [...(byKey.get(key) ?? []), text]);
  }
  return byKey;
}

function withKey(object: JsonObject, name: string, value: Json | undefined, order: readonly string[]): JsonObject {
  const next: Record<string, Json | undefined> = { ...object, [name]: value };
  return Object.fromEntries(
    order.flatMap((key) => {
      const entry = next[key];
      return entry === undefined ? [] : [[key, entry] as const];
    }),
  );
}

function parseObject(text: string | undefined | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
