import { findOptionProblems, optionsSchema } from '../../options/index.ts';
import type { Json, JsonObject } from './option-schemas.ts';

/** The options that somebody has set, in the order of the schema. Others have their defaults. */
export type Configuration = JsonObject;

const parameter = 'options';

/** Reads the configuration from the page's address. One that cannot be read is empty. */
export function readConfiguration(search: string): Configuration {
  try {
    const value: unknown = JSON.parse(new URLSearchParams(search).get(parameter) ?? '{}');
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** The query of an address that opens the configurator, or its preview, with these options. */
export function writeConfiguration(configuration: Configuration): string {
  if (Object.keys(configuration).length === 0) return '';
  return `?${new URLSearchParams({ [parameter]: JSON.stringify(configuration) })}`;
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
