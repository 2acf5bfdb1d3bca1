import { ServiceError } from './service-error.ts';

/** The address without a slash at its end. */
export function checkAddress(option: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url !== undefined && `${url.username}${url.password}` !== '') {
    throw badOption(`\`${option}\` must not hold a user name or password`);
  }
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.search}${url.hash}` !== '') {
    throw badOption(`\`${option}\` must be an absolute http or https address, got ${JSON.stringify(value)}`);
  }
  return url.href.replace(/\/+$/, '');
}

/** A key that no header can carry would be quoted by the error of the runtime, so it is judged here, unquoted. */
export function checkKey(value: string): string {
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw badOption('`apiKey` must be a text of visible ASCII characters without spaces, and is not');
}

export function checkDuration(value: number): number {
  // The upper bound is that of timers: longer ones fire at once.
  if (value > 0 && value <= 2_147_483_647) return value;
  throw badOption(`\`timeoutMs\` must be a number of milliseconds above 0, got ${value}`);
}

export function badOption(message: string): ServiceError {
  return new ServiceError({ code: 'bad-options', sent: 'no', message: `[service] option ${message}.` });
}
