/**
 * Options of the widget that only the configuration file sets: what it connects to, what it sends there, and who the visitor
 * is. Whoever could name them in settings or in a link would get the visitors' messages.
 */
export const fileOnlyOptions: readonly string[] = [
  'flowId',
  'wssUrl',
  'proxyUrl',
  'hooksUrl',
  'userToken',
  'encodeMessage',
];

/** Lists whose entries are options again. The launcher reads them as JSON, too. */
const optionLists: readonly string[] = ['pages', 'experiments'];
/** Its keys are those of the service. */
const opaqueOptions: readonly string[] = ['messageFrame'];

/** Where options contain such ones, at any depth: `wssUrl`, `pages.0.experiments.1.variants.0.flowId`. */
export function fileOnlyPaths(options: Readonly<Record<string, unknown>>): string[] {
  const within = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap((entry, index) => within(entry).map((path) => `${index}.${path}`));
    return isRecord(value) ? fileOnlyPaths(value) : [];
  };
  return Object.entries(options).flatMap(([name, value]) => {
    if (fileOnlyOptions.includes(name)) return [name];
    return opaqueOptions.includes(name) ? [] : within(parsed(name, value)).map((path) => `${name}.${path}`);
  });
}

/** The options without them. A list that is written as JSON becomes a list. */
export function withoutFileOnly<Value>(options: Readonly<Record<string, Value>>): Record<string, Value>;
export function withoutFileOnly(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    return isRecord(value) ? withoutFileOnly(value) : value;
  };
  const entries = Object.entries(options).filter(([name]) => !fileOnlyOptions.includes(name));
  return Object.fromEntries(
    entries.map(([name, value]) => [name, opaqueOptions.includes(name) ? value : clean(parsed(name, value))]),
  );
}

/** A list of options that is written as JSON, however often it is quoted. */
function parsed(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !optionLists.includes(name)) return value;
  try {
    return parsed(name, JSON.parse(value));
  } catch {
    // No list for any reader.
    return value;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
