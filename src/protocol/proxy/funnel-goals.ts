import type { FunnelStage } from './funnel.ts';

/** What can count as a success. */
export const funnelGoals = ['accepted', 'form-sent', 'message', 'answered'] as const satisfies FunnelStage[];
export type FunnelGoal = (typeof funnelGoals)[number];
