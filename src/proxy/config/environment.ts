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
