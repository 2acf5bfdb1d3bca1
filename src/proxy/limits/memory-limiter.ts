import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { denied, type LimiterFactory } from './limiter.ts';

/** Keys that one limit remembers. Beyond that it forgets the least recently used key. */
const maxKeys = 50_000;

/** Limits that are counted in this process, without a database. */
export function createMemoryLimiters(capacity = maxKeys): LimiterFactory {
  return (name, { points, seconds }) => {
    const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
    const recentKeys = new Set<string>();
    return {
      async take(key) {
        recentKeys.delete(key);
        recentKeys.add(key);
        if (recentKeys.size > capacity) {
          const [oldest = ''] = recentKeys;
          recentKeys.delete(oldest);
          await limiter.delete(oldest);
        }
        try {
          await limiter.consume(key);
          return { allowed: true };
        } catch (rejection) {
          return denied(rejection instanceof RateLimiterRes ? rejection.msBeforeNext : 1000);
        }
      },
      async giveBack(key) {
        await limiter.reward(key);
      },
    };
  };
}
