import { findOptionProblems, optionsSchema } from '../../options/index.ts';
import type { Json, JsonObject } from './option-schemas.ts';

/** The options that somebody has set, in the order of the schema. Others have their defaults. */
export type Configuration = JsonObject;

const parameter = 'options';

/** Reads the configuration from the page's address. One that cannot be read is empty. */
export function readConfiguration({ hash, search }: Pick<Location, 'hash' | 'search'>): Configuration {
  // Links of earlier builds have it in the query.
  const found = [hash.slice(1), search].map((part) => new URLSearchParams(part).get(parameter));
  try {
    const value: unknown = JSON.parse(found.find((text) => text !== null) ?? '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/**
 * The end of an address that opens the configurator, or its preview, with these options. It is the hash, which is not sent
 * to the server: texts in several languages are longer than the addresses that servers take.
 */
export function writeConfiguration(configuration: Configuration, more: Record<string, string> = {}): string {
  const options = Object.keys(configuration).length === 0 ? {} : { [parameter]: JSON.stringify(configuration) };
  const parameters = new URLSearchParams({ ...options, ...more });
  return parameters.size === 0 ? '' : `#${parameters}`;
}

/** The configuration with one option set, or unset with undefined. */
export function withOption(configuration: Configuration, name: string, value: Json | undefined): Configuration {
  const next: Record<string, Json | undefined> = { ...configuration, [name]: value };
  return Object.fromEntries(
    Object.keys(optionsSchema.shape).flatMap((key) => {
      const option = next[key];
      return option === undefined ? [] : [[key, option] as const];
    }),
  );
}

/** What the widget would report about an option, in its own words. */
export function problemsOf(configuration: Configuration): Map<string, string[]> {
  const problems = findOptionProblems({ proxy: {}, attributes: {}, overrides: configuration });
  const byOption = new Map<string, string[]>();
  for (const problem of problems) {
    const name = /`([a-zA-Z]+)/.exec(problem)?.[1] ?? '';
    byOption.set(name, [...(byOption.get(name) ?? []), problem.replace('[leadchat] option ', '')]);
  }
  return byOption;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
