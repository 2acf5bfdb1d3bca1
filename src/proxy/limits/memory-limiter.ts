import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimiterFactory } from './limiter.ts';

/** Limits counted in this process: nothing has to answer for them to hold, and they cost a lead no commit. */
export const memoryLimiter: LimiterFactory = (name, { points, seconds }) => {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  return {
    async take(key) {
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
