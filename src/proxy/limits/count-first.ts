import type { Context } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import { isContentError, rateLimited } from '../http/proxy-error.ts';
import type { LeadLimits } from './lead-limits.ts';

/**
 * Runs a look-up in the database that a client could repeat without end, with guesses for example. It is counted as a
 * refused request before it runs, and not at all if it finds what the client names.
 * @throws ProxyError 429 for an address that has been refused too often
 */
export async function countFirst<T>(
  c: Context<AppEnvironment>,
  { takeRefusal }: Pick<LeadLimits, 'takeRefusal'>,
  lookUp: () => Promise<T>,
): Promise<T> {
  const points = await takeRefusal(c.get('clientAddress'));
  if (!points.allowed) throw rateLimited(points.limit, points.retryAfterSeconds);
  let isRefused = false;
  try {
    return await lookUp();
  } catch (error) {
    isRefused = isContentError(error);
    if (isRefused) c.set('isRefusalCounted', true);
    throw error;
  } finally {
    if (!isRefused) await points.reward();
  }
}
