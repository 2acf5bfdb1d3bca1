import * as z from 'zod/mini';
import { showIfProblem } from '../protocol/condition-problem.ts';
import { cutText } from '../protocol/cut-text.ts';
import { type FormField, withPhone } from '../protocol/form.ts';
import { toJson } from '../protocol/json.ts';
import { WebUrl } from '../protocol/web-url.ts';
import { hasCredentials } from './address.ts';
import { attempt } from './attempt.ts';
import { nearestName } from './nearest-name.ts';
import { isOption, mergeSources, type OptionSources, sourcesOf } from './read-options.ts';
import { optionsSchema, type WidgetOptions } from './schema.ts';

const optionNames = Object.keys(optionsSchema.shape);

/** A mistake in an option: `triggers.0.delayMs`, and "must be …, got value." */
export type OptionProblem = { path: string; message: string };

/** Describes the mistakes that findProblems() finds as sentences for the page's developer. */
export function describeProblems(sources: OptionSources, textKeys: readonly string[]): string[] {
  return findProblems(sources, textKeys).map(({ path, message }) => `[leadchat] option \`${path}\` ${message}`);
}

/**
 * Finds mistakes in the options: wrong values, and unknown names with the probable name. `textKeys`: those of any language, which the
 * panel has loaded already.
 */
export function findProblems(
  { proxy, attributes, overrides }: OptionSources,
  textKeys: readonly string[],
): OptionProblem[] {
  // Without a path, variants and the visitor's answer: the lists are checked as a whole, those of all sources.
  const sources = { proxy, attributes, overrides };
  const merged = mergeSources(sources);
  const listsOf = (name: string) =>
    sourcesOf(sources).flatMap(({ [name]: list }) => (list === undefined ? [] : [list]));
  // One by one: a value that throws when it is read must not hide the problems of the others.
  const problems = optionNames
    .filter((name) => Object.hasOwn(merged, name))
    .flatMap((name) => {
      const unreadable = [{ path: name, message: 'is invalid: reading it throws an error.' }];
      const values = name === 'pages' || name === 'experiments' ? listsOf(name) : [merged[name]];
      const problemsIn = (value: unknown) => {
        const wrong = wrongShape(name, value);
        return wrong.length > 0 ? wrong : problemsOf({ [name]: value }, textKeys);
      };
      return attempt(() => values.flatMap(problemsIn)) ?? unreadable;
    });
  return [...unknownNames(sources), ...problems];
}

/** Describes the mistakes in known options. */
function problemsOf(options: Readonly<Record<string, unknown>>, textKeys: readonly string[]): OptionProblem[] {
  const problems: OptionProblem[] = [];
  const result = optionsSchema.safeParse(options, { error: describeIssue });
  const unknownKeys = unknownTexts(options, textKeys);
  for (const { path, message, ...issue } of result.error?.issues ?? []) {
    const [option = ''] = withinOptions(path);
    // What is wrong with its value as well does not matter.
    if (unknownKeys.some((problem) => `${path.join('.')}.`.startsWith(`${problem.path}.`))) continue;
    if (issue.code === 'unrecognized_keys') {
      const prefix = `${path.join('.')}.`;
      const known = isOption(option) ? keysWithin(optionsSchema.shape[option]) : [];
      const isVariant = path.at(-2) === 'variants';
      problems.push(
        ...issue.keys.map((name) =>
          isVariant && (name === 'hidden' || isOption(name))
            ? { path: prefix + name, message: cannotVary }
            : unknown(prefix + name, nearestName(name, known), prefix),
        ),
      );
    } else {
      problems.push({ path: path.join('.'), message: `${message}, got ${show(valueAt(options, path))}.` });
    }
  }
  const all = [...unknownKeys, ...problems, ...conditionProblems(result.data?.fields ?? [])];
  // A text in place of a list is of the wrong kind and too long, which is one mistake.
  return all.filter((problem, index) => all.findIndex((other) => toJson(other) === toJson(problem)) === index);
}

/**
 * A value with none of the keys of its option is something else, such as hours by day: its keys, and those that are missing, are no
 * mistakes of their own.
 */
function wrongShape(name: string, value: unknown): OptionProblem[] {
  if (!isOption(name)) return [];
  const [expectation, schema] = [expectations[name], unwrapped(optionsSchema.shape[name])];
  if (expectation === undefined || !(schema instanceof z.ZodMiniObject)) return [];
  const isMeant = Object.keys(Object(value)).some((key) => Object.hasOwn(schema.shape, key));
  return isMeant ? [] : [{ path: name, message: `${expectation}, got ${show(value)}.` }];
}

/**
 * Keys of texts that the widget does not have, also in an entry of `pages` and in a variant. The schema takes any key: it would
 * bring a list of them to every visitor.
 */
function unknownTexts(options: object, textKeys: readonly string[], path = ''): OptionProblem[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const prefix = `${path}${name}.`;
    if (name === 'texts' && typeof value === 'object' && !Array.isArray(value)) {
      const unknownKeys = Object.keys(value ?? {}).filter((key) => !textKeys.includes(key));
      return unknownKeys.map((key) => unknown(prefix + key, nearestName(key, textKeys), prefix));
    }
    if (!['pages', 'experiments', 'variants'].includes(name) || !Array.isArray(value)) return [];
    return value.flatMap((entry, index) => unknownTexts(Object(entry), textKeys, `${prefix}${index}.`));
  });
}

/** Mistakes in the conditions of a form without a proxy, which refuses them when it starts. */
function conditionProblems(fields: readonly FormField[]): OptionProblem[] {
  return fields.flatMap((field, index) => {
    const problem = showIfProblem(field, withPhone(fields));
    if (problem === undefined) return [];
    const value = show(valueAt(field, problem.path));
    return [{ path: ['fields', index, ...problem.path].join('.'), message: `${problem.message}, got ${value}.` }];
  });
}

/** The path from the option on. The options of an entry of `pages`, and of a variant, are like those of all pages. */
function withinOptions(path: readonly PropertyKey[]): string[] {
  const keys = path.map(String);
  const length = keys[0] === 'pages' ? 2 : keys[0] === 'experiments' && keys[2] === 'variants' ? 4 : keys.length;
  // Not the entry's or the variant's own keys.
  const isOwn = keys[length] === undefined || !isOption(keys[length]);
  return keys.length > length && !isOwn ? withinOptions(keys.slice(length)) : keys;
}

/** What an option accepts. Options that are not listed are described by the zod issue. */
const expectations: { readonly [Name in keyof WidgetOptions]?: string } = {
  flowId: 'must be a flow id (UUID)',
  wssUrl: 'must be an absolute ws:// or wss:// URL',
  proxyUrl: 'must be an absolute URL or a path that begins with /',
  hooksUrl: 'must be an absolute URL or a path that begins with /',
  form: 'must be letters, digits, - and _, at most 64',
  avatar: 'must be an absolute https:// URL',
  color: 'must be a CSS color, with all its brackets',
  offset: 'must be a number of pixels, or {x, y}',
  launcherIcon: 'must be a data:image/… URI or an https:// address, of at most 20,000 characters',
  texts: 'must be an object of texts',
  askAfter: 'must be { answers: N }, with N from 1 to 100',
  contact: 'must be a mailto:, tel: or https: address',
  zIndex: 'must be a whole number of at least 1',
  triggers: 'must be a list of at most 20 triggers',
  resumeDays: 'must be a number of days',
  messageFrame: 'must be a JSON object with "{text}" in one of its values',
  encodeMessage: 'must be a function',
  hours: 'must be opening hours, { timeZone, open }',
  imageHosts: 'must be a list of at most 20 hosts, such as ["pictures.example.com"]',
  keepUrlParameters: 'must be a list of at most 50 names',
  userToken: 'must be a text, or a function that returns one or a promise of one',
  fields: 'must be a list of at most 40 form fields',
  pages: 'must be a list of at most 50 entries, [{ url, … }]',
  experiments: 'must be a list of at most 5 experiments, [{ name, variants }]',
};

/** A visitor sees them, or a browser refuses to request them with credentials. */
const addresses: readonly string[] = ['wssUrl', 'proxyUrl', 'hooksUrl', 'avatar', 'launcherIcon', 'contact'];

function isWithCredentials(value: unknown): boolean {
  return typeof value === 'string' && WebUrl.canParse(value) && hasCredentials(new WebUrl(value));
}

const cannotVary = 'cannot differ between variants: set it beside `experiments`.';

const typeNames = new Map<string, string>([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
]);

/** The zod error map: describes an issue. */
function describeIssue(issue: z.core.$ZodRawIssue): string {
  const [option = '', ...keys] = withinOptions(issue.path ?? []);
  const expectation = Object.entries(expectations).find(([name]) => name === option)?.[1];
  if (option === 'texts' && issue.code === 'custom') return 'must have at most 20,000 characters in all';
  if (addresses.includes(option) && keys.length === 0 && isWithCredentials(issue.input)) {
    return 'must have no user name and no password before its host';
  }
  if (expectation !== undefined && keys.length === 0) return expectation;
  if (option === 'experiments' && keys.at(-1) === 'name' && issue.code !== 'invalid_type') {
    return issue.code === 'custom'
      ? 'must differ from the names before it'
      : 'must be letters, digits, - and _, at most 40';
  }
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames.get(issue.expected) ?? 'an object'}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'invalid_union':
      // The only union within an option that has no list of types is a text or its plural forms.
      return Array.isArray(issue.options) ? oneOf(issue.options) : 'must be a text';
    case 'too_big':
      if (issue.origin === 'array') return `must have at most ${issue.maximum} entries`;
      if (issue.origin === 'string') return `must be a text of at most ${issue.maximum} characters`;
      return `must be at most ${issue.maximum}`;
    case 'too_small':
      if (issue.origin !== 'number') return 'must not be empty';
      return `must be ${issue.inclusive === false ? 'above' : 'at least'} ${issue.minimum}`;
    case 'invalid_format':
      return `must match ${issue.pattern}`;
    default:
      return 'is invalid';
  }
}

function oneOf(values: readonly unknown[]): string {
  return `must be one of ${values.map((value) => toJson(value)).join(', ')}`;
}

const onlyInPages: OptionProblem = {
  path: 'hidden',
  message: 'belongs into an entry of `pages`: `pages: [{ url: "/checkout", hidden: true }]`.',
};

function unknownNames({ proxy, attributes, overrides }: OptionSources): OptionProblem[] {
  // A script tag may have `data-*` attributes for other tools, so only those that resemble an option are reported.
  const misspelt = Object.keys(attributes).filter((name) => nearestName(name, optionNames) !== undefined);
  return [...Object.keys(overrides), ...misspelt, ...Object.keys(proxy)]
    .filter((name) => !isOption(name))
    .map((name) => (name === 'hidden' ? onlyInPages : unknown(name, nearestName(name, optionNames))));
}

function unwrapped(schema: unknown): unknown {
  const isWrapped = schema instanceof z.ZodMiniDefault || schema instanceof z.ZodMiniOptional;
  return isWrapped ? unwrapped(schema.def.innerType) : schema;
}

/** Returns the keys of all objects in an option, for example of all types of triggers. */
function keysWithin(wrapped: unknown): string[] {
  const schema = unwrapped(wrapped);
  if (schema instanceof z.ZodMiniArray) return keysWithin(schema.def.element);
  if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion) {
    return schema.def.options.flatMap(keysWithin);
  }
  if (!(schema instanceof z.ZodMiniObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, value]) => [name, ...keysWithin(value)]);
}

function unknown(name: string, nearest: string | undefined, prefix = ''): OptionProblem {
  // A key of that name may stand elsewhere in the option.
  const hint = nearest === undefined || prefix + nearest === name ? '' : ` Did you mean \`${prefix}${nearest}\`?`;
  return { path: name, message: `is unknown.${hint}` };
}

function valueAt(options: unknown, path: readonly PropertyKey[]): unknown {
  let value = options;
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  return value;
}

function show(value: unknown): string {
  // Of numbers, NaN is `null`.
  const json = typeof value === 'number' ? String(value) : attempt(() => toJson(value));
  // A bigint and a circular object have no JSON.
  return cutText(json ?? attempt(() => String(value)) ?? `a ${typeof value}`, 200);
}
