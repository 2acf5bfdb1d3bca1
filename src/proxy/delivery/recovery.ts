import type { Step } from '../store/stored-lead.ts';
import { isUnsafe } from './classify-error.ts';

/**
 * The steps of a lead as they are found when it is claimed. One in `sending` was cut short by a crash: whether its
 * request was processed cannot be known. The safe ones are simply done again, an enrolment or a call is not.
 */
export function recovered(steps: readonly Step[], retryUnknownEnrolments: boolean, now: number): Step[] {
  return steps.map((step) => {
    if (step.state !== 'sending') return step;
    const again = !isUnsafe(step.step) || (step.step === 'journey' && retryUnknownEnrolments);
    return again
      ? { ...step, state: 'pending', answer: 'interrupted' }
      : { ...step, state: 'unknown', endedAt: now, answer: 'interrupted' };
  });
}
