export const leadStates = ['pending', 'delivered', 'unknown', 'held', 'dead'] as const;

/**
 * Where a lead is. `unknown`: an enrolment or a call whose outcome cannot be known; `held`: suspicious or over a limit,
 * waits for an operator; `dead`: refused, or tried to the end of the schedule.
 */
export type LeadState = (typeof leadStates)[number];
