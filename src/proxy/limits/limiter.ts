import type { Limit } from '../config/limits-schema.ts';

/** Counts what is done under a key, for one limit. */
export interface Limiter {
  /** Takes one point; says how long to wait when there is none left. Never rejects. */
  take(key: string): Promise<LimitAnswer>;
}

export type LimitAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Makes the limiter of one limit; `name` keeps the keys of limits apart. */
export type LimiterFactory = (name: string, limit: Exclude<Limit, false>) => Limiter;

const unlimited: Limiter = { take: async () => ({ allowed: true }) };

export function limiterFor(create: LimiterFactory, name: string, limit: Limit): Limiter {
  return limit === false ? unlimited : create(name, limit);
}
