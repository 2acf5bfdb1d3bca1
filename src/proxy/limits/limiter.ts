import type { Limit } from '../config/limits-schema.ts';

/** Counts events per key, for one limit. */
export interface Limiter {
  /** Takes one point, or says how long to wait when none is left. Never rejects. */
  take(key: string): Promise<LimitResult>;
  /** Returns a point that was not needed. Never rejects. */
  giveBack(key: string): Promise<void>;
}

export type LimitResult = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** Creates the limiter of one limit; `name` separates the keys of different limits. */
export type LimiterFactory = (name: string, limit: Exclude<Limit, false>) => Limiter;

export const unlimited: Limiter = { take: async () => ({ allowed: true }), giveBack: async () => {} };

export function denied(waitMs: number): LimitResult {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
