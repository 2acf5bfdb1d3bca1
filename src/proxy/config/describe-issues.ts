import type * as z from 'zod';
import { isOption, nearestName } from '../../options/index.ts';
import { environmentVariables, isObject } from './environment.ts';
import { expectedShape, knownKeys } from './expected-shape.ts';
import { shownValue } from './shown-value.ts';

const variables: Record<string, string> = environmentVariables;

const advice: Record<string, string> = {
  'service.baseUrl': 'set it to the REST base address with the version, such as https://api.example.com/v1',
  'service.hooksUrl': 'set it to the host of session initialization, such as https://hooks.example.com',
  'service.wssUrl': 'set it to the WebSocket host, such as wss://chat.example.com',
  'service.apiKey': 'create a key in the workspace under Settings, API Keys',
  flowId: 'set it to the UUID of the flow that the chat runs',
  origins: 'list the pages that may call, such as https://www.example.com',
};

/** Keys that are required once their parent is present. */
const nestedAdvice: Record<string, string> = {
  'captcha.siteKey':
    'set it to the public key that the widget shows the captcha with; to false if only your own forms send tokens',
  'identity.secret':
    'set it to the key that your server signs tokens with, such as the output of `openssl rand -hex 32`',
  'captcha.secret': 'set it to the secret key that verifies tokens at the provider',
  'webhooks.url': 'set it to the https: URL of the receiver',
};

/** Examples for keys whose shape alone does not help; `*` stands for the name of a form. */
const examples: Record<string, string> = {
  forms: 'an object of forms by name, such as { default: { tags: ["website"] } }',
  'forms.*': 'a form, such as { fields: [{ name: "email", type: "email" }], tags: ["website"] }',
  'forms.*.fields': 'a list of fields, such as [{ name: "email", type: "email" }]',
  'forms.*.attributes': 'a list of names, such as ["plan", "customer_id"]',
  'forms.*.tags': 'a list of tags, such as ["website"]',
  'forms.*.routes': 'a list of routes, such as [{ when: { urgent: "yes" }, tags: ["urgent"] }]',
  'forms.*.callback.hours': 'a list, such as [{ days: ["mon", "tue"], from: "09:00", to: "17:00" }]',
  origins: 'a list of origins, such as ["https://www.example.com"]',
  trustedProxies: 'a list of addresses or ranges, such as ["10.0.0.0/8"]',
  webhooks: 'a list of receivers, such as [{ url: "https://crm.example.com/hook", secret: "whsec_…" }]',
  limits: 'an object of limits, such as { leadsPerIp: { points: 5, seconds: 600 } }',
  widget: 'an object of widget options, such as { title: "Chat with us" }',
};

/** The key in `examples`. */
function nameOf(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (path[0] === 'forms' && index === 1 ? '*' : String(key))).join('.');
}

/** A problem of the configuration: its key, and what to do. */
export type ConfigProblem = {
  path: readonly PropertyKey[];
  /** "must be …, got value." */
  message: string;
};

/** One problem per key: what a value breaks besides its first rule is the same mistake. */
export function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): ConfigProblem[] {
  const problems = issues.flatMap((issue) => describeIssue(issue, input));
  const keys = problems.map(({ path }) => join(path));
  return problems.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

export function describeProblem(path: readonly PropertyKey[], problem: string, value?: unknown): ConfigProblem {
  const shown = shownValue(path, value);
  return { path, message: `${problem}${shown === undefined ? '' : `, got ${shown}`}.` };
}

/** "`key` (VARIABLE) must be …, got value." */
export function textOfProblem({ path, message }: ConfigProblem): string {
  const key = join(path);
  const variable = variables[key] ?? variables[withoutIndexes(path)];
  const name = key === '' ? 'the configuration' : `\`${key}\``;
  return `${name}${variable === undefined ? '' : ` (${variable})`} ${message}`;
}

function describeIssue(issue: z.core.$ZodIssue, input: unknown): ConfigProblem[] {
  const value = valueAt(input, issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => describeUnknownKey(issue.path, key));
  }
  // `{ "point": 5 }` matches no shape of a limit, but only the misspelt key has to be corrected.
  const unknownKeys = issue.code === 'invalid_union' ? issue.errors.flat().filter(isUnknownKey) : [];
  if (unknownKeys.length > 0) {
    return unknownKeys.flatMap(({ path, keys }) =>
      keys.map((key) => describeUnknownKey([...issue.path, ...path], key)),
    );
  }
  if (value === undefined && issue.code !== 'custom') return missing(issue.path);
  const shape = issue.code === 'invalid_type' ? (examples[nameOf(issue.path)] ?? expectedShape(issue.path)) : undefined;
  const problem = shape === undefined ? problemOf(issue) : `must be ${shape}`;
  return [describeProblem(issue.path, problem, value)];
}

function isUnknownKey(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys';
}

function describeUnknownKey(parents: readonly PropertyKey[], key: string): ConfigProblem {
  const nearest = nearestName(key, knownKeys(parents));
  const meant = nearest === undefined ? (isOption(key) ? ['widget', key] : undefined) : [...parents, nearest];
  const hint = meant === undefined ? 'Remove it or check how it is spelled.' : `Did you mean \`${join(meant)}\`?`;
  return { path: [...parents, key], message: `is not a key of the configuration. ${hint}` };
}

/** For a missing `service`, reports the four keys that it should contain. */
function missing(path: readonly PropertyKey[]): ConfigProblem[] {
  const key = join(path);
  const inside = Object.keys(advice).filter((name) => name === key || name.startsWith(`${key}.`));
  if (key !== '' && inside.length === 0) {
    const hint = nestedAdvice[withoutIndexes(path)];
    return [describeProblem(path, hint === undefined ? 'is missing' : `is missing: ${hint}`)];
  }
  const keys = key === '' ? Object.keys(advice) : inside;
  return keys.map((name) => describeProblem(name.split('.'), `is missing: ${advice[name]}`));
}

const plainTypes: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_format' && issue.format === 'regex' && issue.message.startsWith('Invalid')) {
    return formatProblem(issue.pattern ?? '');
  }
  if (issue.code === 'invalid_type' && plainTypes[issue.expected] !== undefined) {
    return `must be ${plainTypes[issue.expected]}`;
  }
  const text = issue.message
    .replace(/^Invalid input: |^Invalid option: |^Too (?:small|big): /, '')
    .replace(/, received .*$/, '');
  const readable = text
    .replace(/^expected (\w+) to (?:be|have) (.*)$/, 'must be a $1 $2')
    .replace(/^expected /, 'must be ');
  return readable.charAt(0).toLowerCase() + readable.slice(1);
}

function formatProblem(pattern: string): string {
  if (pattern.includes('{8}')) return 'must be a UUID, such as a1000000-0000-4000-8000-000000000001';
  if (pattern.includes('\\S')) return 'must be a tag without spaces: write underscores instead';
  if (pattern.includes('a-z0-9_'))
    return 'must be a name of lower-case letters, digits and underscores that begins with a letter';
  return `must match ${pattern}`;
}

function withoutIndexes(path: readonly PropertyKey[]): string {
  return join(path.filter((part) => typeof part !== 'number'));
}

function join(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (Array.isArray(value) && typeof part === 'number') value = value[part];
    else if (isObject(value)) value = value[String(part)];
    else return undefined;
  }
  return value;
}
