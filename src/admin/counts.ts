import type { LeadCount } from '../protocol/admin/leads.ts';
import type { AdminOverview } from '../protocol/admin/overview.ts';

/** How many leads an action is for, and how many of them a replay may repeat. */
export type BulkCount = Pick<LeadCount, 'count' | 'unknown'>;

export function addCounts(a: BulkCount, b: BulkCount): BulkCount {
  return { count: a.count + b.count, unknown: a.unknown + b.unknown };
}

export function hasCalls({ calls }: AdminOverview): boolean {
  return calls !== undefined && Object.values(calls).some((count) => count > 0);
}
