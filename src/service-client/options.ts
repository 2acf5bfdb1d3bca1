import { ServiceError } from './service-error.ts';

/** Returns the address without a trailing slash. */
export function checkAddress(option: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && `${url.username}${url.password}` !== '') {
    throw badOption(`\`${option}\` must not contain a user name or password`);
  }
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.search}${url.hash}` !== '') {
    throw badOption(`\`${option}\` must be an absolute http or https address, got ${JSON.stringify(value)}`);
  }
  return url.href.replace(/\/+$/, '');
}

/**
 * Checked here without quoting the key: the runtime's error for a key that does not fit into a header would quote it.
 */
export function checkKey(value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw badOption('`apiKey` must be a text of visible ASCII characters without spaces, and is not');
}

export function checkDuration(value: number): number {
  // A longer timer fires at once.
  if (value > 0 && value <= 2_147_483_647) return value;
  throw badOption(`\`timeoutMs\` must be a number of milliseconds above 0, got ${value}`);
}

export function badOption(message: string): ServiceError {
  return new ServiceError({ code: 'bad-options', sent: 'no', message: `[service] option ${message}.` });
}
