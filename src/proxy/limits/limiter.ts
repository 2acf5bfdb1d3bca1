import type { Limit } from '../config/limits-schema.ts';

/** Counts events per key, for one limit. */
export interface Limiter {
  /** Takes one point, or says how long to wait when none is left. Never rejects. */
  take(key: string): Promise<LimitResult>;
  /** Returns a point that was not needed. Never rejects. */
  reward(key: string): Promise<void>;
}

export type LimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Creates the limiter of one limit; `name` separates the keys of different limits. */
export type LimiterFactory = (name: string, limit: Exclude<Limit, false>) => Limiter;

export const unlimited: Limiter = { take: async () => ({ allowed: true }), reward: async () => {} };

export function denied(waitMs: number): LimitResult {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/**
 * Takes a point of several limits at once, which together cost a shared store of limits one statement. When one refuses,
 * the points of those after it are returned. Resolves with the place of the first that refuses.
 */
export async function takeInOrder(
  limits: readonly { limiter: Limiter; key: string }[],
): Promise<{ allowed: true } | { allowed: false; retryAfterSeconds: number; index: number }> {
  const results = await Promise.all(limits.map(({ limiter, key }) => limiter.take(key)));
  const index = results.findIndex(({ allowed }) => !allowed);
  const refusal = results[index];
  if (refusal === undefined || refusal.allowed) return { allowed: true };
  const later = limits.filter((_, place) => place > index && results[place]?.allowed);
  await Promise.all(later.map(({ limiter, key }) => limiter.reward(key)));
  return { ...refusal, index };
}
