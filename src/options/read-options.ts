import * as z from 'zod/mini';
import { textKeys } from '../i18n/index.ts';
import { readAttributes } from './attributes.ts';
import { nearestName } from './nearest-name.ts';
import { optionsSchema, type ResolvedOptions } from './schema.ts';

/** Where options come from, the stronger ones last. */
export type OptionSources = {
  /** `widget` of the proxy's configuration, with its flow and host. */
  proxy: Readonly<Record<string, unknown>>;
  /** Of the script tag or the element, by option name, as text. */
  attributes: Readonly<Record<string, unknown>>;
  /** Given in code. */
  overrides: Readonly<Record<string, unknown>>;
};

export type OptionsParseResult = { options: ResolvedOptions; problems: string[] };

const optionNames = Object.keys(optionsSchema.shape);

/**
 * Merges the sources and parses them. A mistake in one option must not cost the page its chat: `problems` names the option,
 * and its default applies.
 */
export function readOptions({ proxy, attributes, overrides }: OptionSources): OptionsParseResult {
  const problems = unknownNames({ proxy, attributes, overrides });
  const merged: Record<string, unknown> = {};
  for (const source of [proxy, readAttributes(attributes), overrides]) {
    for (const [name, value] of Object.entries(source)) {
      if (isOption(name) && value !== undefined) merged[name] = value;
    }
  }
  const result = optionsSchema.safeParse(merged);
  if (result.success) return { options: result.data, problems };
  const texts = { ...Object(merged.texts) };
  for (const issue of result.error.issues) {
    const { path, message } = issue;
    const [option = '', key] = path.map(String);
    if (key !== undefined && issue.code === 'invalid_key') {
      problems.push(unknown(`${option}.${key}`, nearestName(key, textKeys), `${option}.`));
    } else if (issue.code === 'unrecognized_keys') {
      const prefix = `${path.join('.')}.`;
      const known = isOption(option) ? keysWithin(optionsSchema.shape[option]) : [];
      problems.push(...issue.keys.map((name) => unknown(prefix + name, nearestName(name, known), prefix)));
    } else {
      problems.push(`[leadchat] option \`${path.join('.')}\` ${message}, got ${show(valueAt(merged, path))}.`);
    }
  }
  for (const { path } of result.error.issues) {
    const [option = '', key] = path.map(String);
    // One wrong text costs that text, not all of them.
    if (option === 'texts' && key !== undefined) delete texts[key];
    else delete merged[option];
  }
  if (merged.texts !== undefined) merged.texts = texts;
  return { options: optionsSchema.parse(merged), problems };
}

function isOption(name: string): name is keyof typeof optionsSchema.shape {
  return Object.hasOwn(optionsSchema.shape, name);
}

function unknownNames({ proxy, attributes, overrides }: OptionSources): string[] {
  // A script tag carries other tools' `data-*` too, so an attribute is only reported when it resembles an option.
  const misspelt = Object.keys(attributes).filter((name) => nearestName(name, optionNames) !== undefined);
  return [...Object.keys(overrides), ...misspelt, ...Object.keys(proxy)]
    .filter((name) => !isOption(name))
    .map((name) => unknown(name, nearestName(name, optionNames)));
}

/** The keys of every object in an option: those of each kind of trigger, for example. */
function keysWithin(schema: unknown): string[] {
  if (schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniOptional)
    return keysWithin(schema.def.innerType);
  if (schema instanceof z.ZodMiniArray) return keysWithin(schema.def.element);
  if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion) {
    return schema.def.options.flatMap(keysWithin);
  }
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, value]) => [name, ...keysWithin(value)]);
}

function unknown(name: string, nearest: string | undefined, prefix = ''): string {
  const hint = nearest === undefined ? '' : ` Did you mean \`${prefix}${nearest}\`?`;
  return `[leadchat] option \`${name}\` is unknown.${hint}`;
}

function valueAt(options: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    options,
  );
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 200);
}
