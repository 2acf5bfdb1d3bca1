import type { MiddlewareHandler } from 'hono';
import type { Digest } from '../deps.ts';
import { limitKey } from '../http/address.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerToken } from '../http/bearer-token.ts';
import { ProxyError, rateLimited } from '../http/proxy-error.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { Log } from '../log.ts';

export type AuthorizeDeps = {
  token: string;
  digest: Digest;
  /** Slows down guessing. */
  failedAttempts: Limiter;
  log: Pick<Log, 'warn'>;
};

/** Middleware that admits requests with the bearer token. */
export function authorize({ token, digest, failedAttempts, log }: AuthorizeDeps): MiddlewareHandler<AppEnvironment> {
  const expectedHash = Promise.resolve(digest(token));
  return async (c, next) => {
    const key = limitKey(c.get('clientAddress'));
    // Checked before the token: otherwise an address over the limit could guess on until a response differs.
    const limit = await failedAttempts.check(key);
    if (!limit.allowed) throw rateLimited('adminSignIn', limit.retryAfterSeconds);
    const sent = bearerToken(c);
    if (sent !== undefined && isSameHash(await expectedHash, await digest(sent))) return next();
    await failedAttempts.take(key);
    log.warn('admin-refused', { requestId: c.get('requestId') });
    throw new ProxyError('unauthorized', { message: 'Send the admin token: Authorization: Bearer …' });
  };
}

/** Compares two hashes of equal length in constant time, so that timing reveals nothing about the token. */
function isSameHash(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
