import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimiterFactory } from './limiter.ts';

/** Phones and addresses that one limit remembers; beyond, the one that was quiet for longest is forgotten. */
const mostKeys = 50_000;

/** Limits counted in this process: nothing has to answer for them to hold, and they cost a lead no commit. */
export function createMemoryLimiters(capacity = mostKeys): LimiterFactory {
  return (name, { points, seconds }) => {
    const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    const known = new Set<string>();
    return {
      async take(key) {
        known.delete(key);
        known.add(key);
        if (known.size > capacity) {
          const [oldest = ''] = known;
          known.delete(oldest);
          await limiter.delete(oldest);
        }
        try {
          await limiter.consume(key);
          return { allowed: true };
        } catch (refusal) {
          const waitMs = refusal instanceof RateLimiterRes ? refusal.msBeforeNext : 1000;
          return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
        }
      },
    };
  };
}
