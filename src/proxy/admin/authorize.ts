import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { AdminDeps } from '../deps.ts';
import { limitKey } from '../http/address.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { bearerToken } from '../http/identify-sender.ts';
import { ProxyError, rateLimited } from '../http/proxy-error.ts';
import { createAddressLimiter } from '../limits/limiter.ts';
import { sha256 } from '../sha256.ts';

/** Middleware that admits requests with the bearer token. */
export function authorize(
  token: string,
  { limiter, log }: Pick<AdminDeps, 'limiter' | 'log'>,
): MiddlewareHandler<AppEnvironment> {
  // Slows down guessing.
  const guesses = createAddressLimiter({
    address: { limit: 'adminSignIn', limiter: limiter('admin', { points: 10, seconds: 60 }) },
    network: { limit: 'adminSignIn', limiter: limiter('admin-network', { points: 50, seconds: 60 }) },
  });
  const expectedHash = sha256(token);
  const inTurn = createTurns();

  /** Counts a token before it is compared: of many that arrive together, none is compared beyond the limit. */
  const check = async (sent: string, address: string | undefined): Promise<boolean> => {
    const guess = await guesses.take(address);
    if (!guess.allowed) throw rateLimited(guess.limit, guess.retryAfterSeconds);
    const isRight = isSameHash(expectedHash, sha256(sent));
    if (isRight) await guess.giveBack();
    return isRight;
  };

  return async (c, next) => {
    const sent = bearerToken(c);
    // A request without a token guesses nothing. If it counted, anyone behind the operator's address could lock them out.
    if (sent === undefined) throw unauthorized();
    const address = c.get('clientAddress');
    // In turn, so that the operator's own requests, which count while they are checked, never reach the limit together.
    if (await inTurn(limitKey(address), () => check(sent, address))) return next();
    log.warn('admin-refused', { requestId: c.get('requestId') });
    throw unauthorized();
  };
}

function unauthorized(): ProxyError {
  return new ProxyError('unauthorized', { message: 'Send the admin token: Authorization: Bearer …' });
}

/** Runs tasks of the same key one after another. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(task);
    const settled = turn.then(
      () => {},
      () => {},
    );
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return turn;
  };
}

/** In constant time, so that timing reveals nothing about the token. */
function isSameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
