import type { Step, StoredLead } from './stored-lead.ts';

/** How many leads and planned calls wait for a decision. */
export type HeldPending = { leads: number; calls: number };

/** Leads that one transaction changes. */
export const holdSliceSize = 200;

/**
 * The steps of a lead that was pending in a backup: it may have been delivered since, so nobody knows which of its open
 * steps happened.
 */
export function uncertain(steps: readonly Step[], now: number): Step[] {
  return steps.map((step) =>
    isOpen(step) ? { ...step, state: 'unknown', endedAt: now, answer: 'pending in the backup' } : step,
  );
}

/** The calls that delivery may have placed since the backup. */
export function callsOf({ steps }: Pick<StoredLead, 'steps'>): string[] {
  return steps.flatMap((step) => (step.step === 'call' && step.name !== undefined && isOpen(step) ? [step.name] : []));
}

/** Planned calls whose time was before the restore: they may have been placed. The others are placed as planned. */
export function dueCallsSql(now: string): string {
  return `state = 'planned' AND planned_at <= ${now}`;
}

function isOpen({ state }: Step): boolean {
  return state === 'pending' || state === 'sending';
}
