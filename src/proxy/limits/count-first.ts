import type { Context } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import { isRefusal, rateLimited } from '../http/proxy-error.ts';
import type { LeadLimits } from './lead-limits.ts';

/**
 * Runs work of the database that a client could repeat without end, with guesses for example. It is counted as a
 * refused request before it runs, and not at all if the client gets what it asks for. `work` may have it counted all the same.
 * @throws ProxyError 429 for an address that has been refused too often
 */
export async function countFirst<T>(
  c: Context<AppEnvironment>,
  { takeRefusal }: Pick<LeadLimits, 'takeRefusal'>,
  work: (count: () => void) => Promise<T>,
): Promise<T> {
  const points = await takeRefusal(c.get('clientAddress'));
  if (!points.allowed) throw rateLimited(points.limit, points.retryAfterSeconds);
  let isCounted = false;
  const count = () => {
    isCounted = true;
    c.set('isRefusalCounted', true);
  };
  try {
    return await work(count);
  } catch (error) {
    if (isRefusal(error)) count();
    throw error;
  } finally {
    if (!isCounted) await points.reward();
  }
}
