import * as z from 'zod';
import { phoneCountries } from '../../countries/index.ts';

/** An address of the service: absolute, http(s), without query or credentials. A trailing slash is removed. */
export const httpUrl = address(['http:', 'https:'], 'must be an absolute URL, such as https://api.example.com/v1');

export const socketUrlBase = address(
  ['ws:', 'wss:'],
  'must be an absolute WebSocket URL, such as wss://chat.example.com',
);

/** Marks a value that no message shows; see `sensitivityOf`. */
export const sensitive = { sensitivity: 'secret' } as const;

/** Without spaces or control characters, because it becomes a header value. */
export const secret = z
  .string()
  .regex(/^[\x21-\x7e]{1,4096}$/, {
    error: 'must be one word of printable ASCII characters, without spaces or quotes around it',
  })
  .meta(sensitive);

/**
 * An origin as browsers send it: lower case, no path, no default port. `crossFieldIssues` decides about `*` and
 * `http://localhost:*`.
 */
export const origin = z
  .string()
  .trim()
  .refine((text) => text === '*' || isAnyLocalPort(text) || isOrigin(text), {
    error:
      'must be an origin exactly as browsers send it, such as https://www.example.com, without a path or a trailing slash',
  })
  .meta({ sensitivity: 'address' });

export const storeAddress = z
  .string()
  .regex(/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/, {
    error: 'must be sqlite:PATH or postgres://user:password@host/database',
  })
  .refine((text) => text !== 'sqlite::memory:', {
    error: 'must be a file: leads in memory would be lost with the process',
  })
  .refine((text) => !text.startsWith('postgres') || isDatabase(text), {
    error:
      'must be postgres://user:password@host/database; write #, /, ?, @ and % in a password as %23, %2F, %3F, %40 and %25',
  })
  .meta(sensitive);

function address(protocols: string[], error: string) {
  return z
    .string()
    .trim()
    .refine(
      (text) => {
        const url = URL.parse(text);
        return url !== null && protocols.includes(url.protocol) && isPlain(url);
      },
      { error },
    )
    .transform((text) => text.replace(/\/+$/, ''))
    .meta({ sensitivity: 'address' });
}

/**
 * Whether a database's address means what it says. A `#`, `/` or `?` in the password ends the host early, and what
 * remains of the password looks like a port.
 */
function isDatabase(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.hash !== '' || `${url.pathname}${url.search}`.includes('@')) return false;
  return [url.username, url.password, url.pathname].every(isDecodable);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function isPlain(url: URL): boolean {
  return url.host !== '' && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
}

/** Whether an entry of `origins` stands for more than one origin. */
export function isWildcardOrigin(text: string): boolean {
  return text.includes('*');
}

/** `http://localhost:*`: pages of this machine, served from any port. */
function isAnyLocalPort(text: string): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1):\*$/.test(text);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === text && !text.includes('*');
}

const countries = new Set<string>(phoneCountries().map(({ country }) => country));

/** A country whose phone numbers the proxy can read. With another one, every number without `+` would be refused. */
export const country = z.string().superRefine((code, context) => {
  if (countries.has(code)) return;
  const meant = canonicalCountry(code);
  const message =
    meant === undefined
      ? 'must be the ISO code of a country that has phone numbers, such as US'
      : `must be an ISO country code: write ${meant}`;
  context.addIssue({ code: 'custom', message });
});

/** `GB` for `UK` and `gb`: Unicode knows the codes that are in use for a country beside its own. */
function canonicalCountry(code: string): string | undefined {
  if (!/^[a-z]{2}$/i.test(code)) return undefined;
  const { region = '' } = new Intl.Locale(`und-${code}`);
  return countries.has(region) ? region : undefined;
}

/** The newest key first; at most one before it, so that it can be replaced. */
export const secretKeySchema = z
  .string()
  .refine((text) => readSecretKeys(text) !== undefined, {
    error:
      'must be 32 bytes in Base64, such as the output of `openssl rand -base64 32`; after a comma, the key before it',
  })
  .meta(sensitive);

/** The keys as bytes; undefined if one of them is none. */
export function readSecretKeys(text: string): Buffer[] | undefined {
  const keys = text.split(',').map((key) => key.trim());
  if (keys.length > 2 || !keys.every((key) => /^[\w+/-]{43}=?$/.test(key))) return undefined;
  return keys.map((key) => Buffer.from(key, 'base64'));
}
