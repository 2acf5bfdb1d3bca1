import type { AdminOverview, LeadCount } from '../protocol/index.ts';

export function addCounts(a: LeadCount, b: LeadCount): LeadCount {
  return { count: a.count + b.count, unknown: a.unknown + b.unknown };
}

export function hasCalls({ calls }: AdminOverview): boolean {
  return calls !== undefined && Object.values(calls).some((count) => count > 0);
}
