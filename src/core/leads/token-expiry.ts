import { attempt } from '../../options/index.ts';

/** Time that a token still needs to reach the proxy. */
const marginMs = 5_000;

/** Whether a token has expired, or is about to. One that cannot be read has not: the proxy decides about it. */
export function isExpired(token: string, now: number): boolean {
  const [, payload = ''] = token.split('.');
  // Latin-1 instead of UTF-8 garbles names, but not the time.
  const read = () => JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  const exp: unknown = Object(attempt(read)).exp;
  return typeof exp === 'number' && exp * 1000 - marginMs <= now;
}
