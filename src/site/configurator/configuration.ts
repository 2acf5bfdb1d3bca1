import { schema as formSchema } from 'virtual:form-docs';
import { attributeKinds, findOptionProblems, optionsSchema } from '../../options/index.ts';
import { fileOnlyOptions, withoutFileOnly } from '../../protocol/file-only-options.ts';
import { destinationName, formName, uuid } from '../../protocol/identifiers.ts';
import type { Json, JsonObject, Problem } from '../../schema-form/index.ts';

/** The values that the user has set, in the order of the schemas. Everything else has its default. */
export type Configuration = {
  /** Options of the widget. */
  options: JsonObject;
  /** The form in the proxy's configuration that the widget shows: fields, consent, and what happens to its leads. */
  form: JsonObject;
  /** The other forms, by name. */
  forms?: Readonly<Record<string, JsonObject>>;
  /** What journeys and agents are called, by their IDs. */
  names?: JsonObject;
};

/** The form without a name of its own, which every proxy has. */
export const defaultForm = 'default';

/** The name of the form that the widget shows. */
export function mainForm({ form }: Readonly<Record<string, unknown>>): string {
  return typeof form === 'string' ? form : defaultForm;
}

export const emptyConfiguration: Configuration = { options: {}, form: {} };

/** Reads the configuration from the page's URL. An invalid part is empty. */
export function readConfiguration({ hash }: Pick<Location, 'hash'>): Configuration {
  const parameters = new URLSearchParams(hash.slice(1));
  const read = (name: keyof Configuration) => objectIn(parameters.get(name) ?? '') ?? {};
  return choicesOf(read('options'), read('form'), read('forms'), read('names'));
}

/**
 * Reads a file with a proxy's configuration, such as the one that the configurator writes: its widget's options, its forms, and
 * the names of journeys and agents. Undefined if it is not JSON.
 */
export function readConfigurationFile(text: string): Configuration | undefined {
  const file = objectIn(text);
  if (file === undefined) return undefined;
  const options = isJsonObject(file.widget) ? file.widget : {};
  const { [mainForm(options)]: form, ...forms } = isJsonObject(file.forms) ? file.forms : {};
  return choicesOf(options, isJsonObject(form) ? form : {}, forms, isJsonObject(file.names) ? file.names : {});
}

/**
 * Returns the hash of a URL that opens the configurator, or its preview, with this configuration. The hash is not sent to the
 * server: texts in several languages may be longer than the URLs that servers accept.
 */
export function writeConfiguration(
  { options, form, forms = {}, names = {} }: Configuration,
  more: Record<string, string> = {},
): string {
  const parts = Object.entries(choicesOf(options, form, forms, names)).filter(
    ([, part]) => Object.keys(part).length > 0,
  );
  const parameters = new URLSearchParams({
    ...Object.fromEntries(parts.map(([name, part]) => [name, JSON.stringify(part)])),
    ...more,
  });
  return parameters.size === 0 ? '' : `#${parameters}`;
}

const keysInOrder = {
  // Those that are data: a function has no place in a link.
  options: Object.keys(optionsSchema.shape).filter((name) => Object.hasOwn(attributeKinds, name)),
  form: Object.keys(formSchema.properties ?? {}),
};

/** The values of keys that the schema has, in its order. */
export function knownValues(
  part: keyof typeof keysInOrder,
  values: Readonly<Record<string, Json | undefined>>,
): JsonObject {
  const entries = keysInOrder[part].flatMap((key) => {
    const entry = Object.hasOwn(values, key) ? values[key] : undefined;
    return entry === undefined ? [] : [[key, entry] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the problems that the widget would report, by option. */
export function optionProblems(options: JsonObject): Map<string, Problem[]> {
  const problems = findOptionProblems({ proxy: {}, attributes: {}, overrides: options });
  return groupProblems(problems.map((problem) => problem.replace('[leadchat] option ', '')));
}

/** Groups problems by the key that they start with: "`fields.0.name` must be …" is a problem of `fields`. */
export function groupProblems(problems: readonly string[]): Map<string, Problem[]> {
  const byKey = new Map<string, Problem[]>();
  for (const problem of problems) {
    // The proxy names a key's environment variable, too.
    const [, keys = '', message = problem] = /^`([^`]*)`(?: \([A-Z_]+\))? (.*)$/s.exec(problem) ?? [];
    const [key = '', ...path] = keys.split('.');
    byKey.set(key, [...(byKey.get(key) ?? []), { path, message }]);
  }
  return byKey;
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * What a link or a file may choose, and anyone can write one. If it could name what the widget connects to, or who a visitor
 * is, its reader would chat with a stranger, leave them a lead, or copy code that does. And a name that is not an option's
 * would become an attribute of that code, such as `onclick`.
 */
function choicesOf(options: JsonObject, form: JsonObject, forms: JsonObject, names: JsonObject): Configuration {
  const others = Object.entries(forms).flatMap(([name, values]) =>
    formName.safeParse(name).success && isJsonObject(values)
      ? [[name, knownValues('form', withoutFileOnly(values))] as const]
      : [],
  );
  const named = Object.entries(names).filter(
    ([id, name]) => uuid.safeParse(id).success && destinationName.safeParse(name).success,
  );
  return {
    options: knownValues('options', withoutFileOnly(options)),
    form: knownValues('form', withoutFileOnly(form)),
    ...(others.length > 0 && { forms: Object.fromEntries(others) }),
    ...(named.length > 0 && { names: Object.fromEntries(named) }),
  };
}

/** Those of the configuration that no link has: they stay with this entry of the browser's history, also when it reloads. */
export function connectionOf({ options }: Configuration): JsonObject {
  return Object.fromEntries(Object.entries(options).filter(([name]) => fileOnlyOptions.includes(name)));
}

/** Adds them to a configuration. What is no such option is left out. */
export function withConnection(configuration: Configuration, connection: unknown): Configuration {
  const own = isJsonObject(connection) ? connectionOf({ options: connection, form: {} }) : {};
  return { ...configuration, options: knownValues('options', { ...configuration.options, ...own }) };
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
