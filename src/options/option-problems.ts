import * as z from 'zod/mini';
import { textKeys } from '../i18n/index.ts';
import { nearestName } from './nearest-name.ts';
import { isOption, mergeSources, type OptionSources } from './read-options.ts';
import { optionsSchema } from './schema.ts';

const optionNames = Object.keys(optionsSchema.shape);

/** What is wrong with the options, for the developer of the page: each option with its value, or with the name that was meant. */
export function findOptionProblems(sources: OptionSources): string[] {
  const problems = unknownNames(sources);
  const merged = mergeSources(sources);
  const result = optionsSchema.safeParse(merged);
  for (const { path, message, ...issue } of result.error?.issues ?? []) {
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
  return problems;
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
