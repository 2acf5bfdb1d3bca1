import type { Limit, LimitName } from '../config/limits-schema.ts';
import { limitKey, networkKey } from '../http/address.ts';
import { rateLimited } from '../http/proxy-error.ts';

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

/** Names the limit that the request is over. `adminSignIn`: wrong tokens, which no configuration can allow. */
export type LimitDenial = { allowed: false; limit: LimitName | 'adminSignIn'; retryAfterSeconds: number };
export type NamedLimitResult = { allowed: true } | LimitDenial;

/** Points that were taken. Only who has them can return them, so exactly these come back, and to nobody else's keys. */
export type TakenPoints = { allowed: true; reward(): Promise<void> };
export type TakeResult = TakenPoints | LimitDenial;

/** @throws ProxyError 429 for a request over its limit */
export function ensureAllowed(result: NamedLimitResult): void {
  if (!result.allowed) throw rateLimited(result.limit, result.retryAfterSeconds);
}

/** A limiter, and the name of the limit that it applies. */
type NamedLimiter = { limit: LimitName | 'adminSignIn'; limiter: Limiter };

/**
 * Takes a point of several limits at once. When one refuses, the points of those after it are returned. Names the first that
 * refuses.
 */
export async function takeInOrder(limits: readonly (NamedLimiter & { key: string })[]): Promise<TakeResult> {
  const results = await Promise.all(limits.map(({ limiter, key }) => limiter.take(key)));
  const index = results.findIndex(({ allowed }) => !allowed);
  const [refused, refusal] = [limits[index], results[index]];
  if (refused === undefined || refusal === undefined || refusal.allowed) {
    return { allowed: true, reward: () => rewardAll(limits) };
  }
  await rewardAll(limits.filter((_, place) => place > index && results[place]?.allowed));
  return { allowed: false, limit: refused.limit, retryAfterSeconds: refusal.retryAfterSeconds };
}

export async function rewardAll(limits: readonly { limiter: Limiter; key: string }[]): Promise<void> {
  await Promise.all(limits.map(({ limiter, key }) => limiter.reward(key)));
}

/**
 * Counts events by the address that they come from, and with `ofNetwork` by its network (/48): one sender may have 65,536 addresses
 * of an IPv6 network. An IPv4 address is its own network.
 */
export function limitAddresses(...limiters: readonly (NamedLimiter & { ofNetwork?: true })[]) {
  return (from: string | undefined): Promise<TakeResult> => {
    const [address, network] = [limitKey(from), networkKey(from)];
    const applied = network === address ? limiters.filter(({ ofNetwork }) => ofNetwork === undefined) : limiters;
    return takeInOrder(
      applied.map(({ limit, limiter, ofNetwork }) => ({ limit, limiter, key: ofNetwork ? network : address })),
    );
  };
}
