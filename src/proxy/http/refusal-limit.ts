import type { Context } from 'hono';
import type { ProxyErrorCode } from '../../protocol/index.ts';
import type { LeadLimits } from '../limits/lead-limits.ts';
import type { AppEnvironment } from './app-environment.ts';
import { ProxyError, rateLimited } from './proxy-error.ts';

/** Errors that the content of a request causes. */
const contentErrors = new Set<ProxyErrorCode>([
  'bad-json',
  'bad-request',
  'unknown-form',
  'not-found',
  'too-large',
  'not-json',
  'key-reused',
]);

/**
 * Counts a request that was refused for its content, and refuses an address over the limit instead. Checking a body costs
 * as much as storing it, and guesses of forms, leads and tokens would be free.
 * @throws ProxyError
 */
export async function countRefusal(
  c: Context<AppEnvironment>,
  { takeRefusal }: Pick<LeadLimits, 'takeRefusal'>,
): Promise<void> {
  if (!(c.error instanceof ProxyError) || !contentErrors.has(c.error.code)) return;
  const result = await takeRefusal(c.get('clientAddress'));
  if (!result.allowed) throw rateLimited(result.limit, result.retryAfterSeconds);
}
