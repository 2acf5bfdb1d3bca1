import { closestMatch } from 'leven';

/** Environment variables by the key that they set. They win over the file. */
export const environmentVariables = {
  'service.baseUrl': 'LEADCHAT_BASE_URL',
  'service.hooksUrl': 'LEADCHAT_HOOKS_URL',
  'service.wssUrl': 'LEADCHAT_WSS_URL',
  'service.apiKey': 'LEADCHAT_API_KEY',
  flowId: 'LEADCHAT_FLOW_ID',
  origins: 'LEADCHAT_ORIGINS',
  store: 'DATABASE_URL',
  keepAssetsIn: 'LEADCHAT_KEEP_ASSETS_IN',
  adminToken: 'LEADCHAT_ADMIN_TOKEN',
  secretKey: 'LEADCHAT_SECRET_KEY',
  'identity.secret': 'LEADCHAT_IDENTITY_SECRET',
  logLevel: 'LEADCHAT_LOG_LEVEL',
  trustedProxies: 'LEADCHAT_TRUSTED_PROXIES',
  'captcha.secret': 'LEADCHAT_CAPTCHA_SECRET',
  'calls.enabled': 'LEADCHAT_CALLS_ENABLED',
  'forms.default.journey.id': 'LEADCHAT_JOURNEY_ID',
  'forms.default.tags': 'LEADCHAT_TAGS',
  'forms.default.callback.agent': 'LEADCHAT_AGENT_ID',
} as const;

export type Environment = Record<string, string | undefined>;

const lists = new Set<string>(['origins', 'trustedProxies', 'forms.default.tags']);
const switches = new Set<string>(['calls.enabled']);

/** The file's content, overridden by the environment. Empty variables count as unset. */
export function withEnvironment(file: unknown, env: Environment): unknown {
  let merged = file;
  for (const [key, variable] of Object.entries(environmentVariables)) {
    const text = env[variable]?.trim();
    if (text !== undefined && text !== '') merged = withValue(merged, key.split('.'), read(key, text));
  }
  return merged;
}

function read(key: string, text: string): unknown {
  if (lists.has(key))
    return text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  if (switches.has(key) && /^(?:true|1|on|yes)$/i.test(text)) return true;
  if (switches.has(key) && /^(?:false|0|off|no)$/i.test(text)) return false;
  return text;
}

/**
 * A copy with one value set. If a value on the path is not an object, nothing changes, and the schema reports that
 * value.
 */
function withValue(target: unknown, path: string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (target === undefined) return { [name]: withValue(undefined, rest, value) };
  if (!isObject(target)) return target;
  return { ...target, [name]: withValue(target[name], rest, value) };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const prefix = 'LEADCHAT_';

/** The variables of the commands, beside those of the configuration. */
const ports = ['LEADCHAT_SITE_PORT', 'LEADCHAT_PROXY_PORT', 'LEADCHAT_SANDBOX_PORT'];

export type UnknownVariable = { name: string; meant?: string };

/** Variables that look like leadchat's but are read by nothing here, with the one that was probably meant. */
export function unknownVariables(env: Environment): UnknownVariable[] {
  const known = [...Object.values(environmentVariables), ...ports].filter((name) => name.startsWith(prefix));
  const words = known.map((name) => name.slice(prefix.length));
  return Object.keys(env)
    .filter((name) => name.toUpperCase().startsWith(prefix) && !known.includes(name))
    .map((name) => {
      const meant = meantWord(name.slice(prefix.length).toUpperCase(), words);
      return { name, ...(meant !== undefined && { meant: `${prefix}${meant}` }) };
    });
}

/**
 * The word that was probably meant. Names are long, so they may differ by more than a slip of the finger: `TRUSTED_PROXY`
 * for `TRUSTED_PROXIES`, `SERVICE_API_KEY`, `ADMIN`.
 */
function meantWord(written: string, words: readonly string[]): string | undefined {
  const maxDistance = written.length < 5 ? 1 : Math.max(2, Math.floor(written.length / 4));
  return (
    closestMatch(written, words, { maxDistance }) ??
    words.find((word) => written.endsWith(`_${word}`) || word.startsWith(`${written}_`))
  );
}

/** "LEADCHAT_APIKEY is not a variable of leadchat. Did you mean LEADCHAT_API_KEY?" for each that is misspelt. */
export function describeMisspelt(env: Environment): string[] {
  return unknownVariables(env).flatMap(({ name, meant }) =>
    meant === undefined ? [] : [`${name} is not a variable of leadchat. Did you mean ${meant}?`],
  );
}
