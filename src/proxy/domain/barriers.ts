import type { Step, StoredLead } from './lead.ts';

/*
 * An enrolment must not happen twice, and the service does not tell who is in a journey. So a lead sets a barrier, for its
 * phone and journey, before it sends the request:
 *
 *   set ──▶ the enrolment is done: later leads of the phone skip theirs
 *    │──▶ it is unknown: later leads become unknown too, because this one tells nothing about them
 *    └──▶ it certainly did not happen: the barrier ends, and so it does with a lead that ends before it is enrolled
 *
 * What an operator says, or a backup leaves open, sets one too: the enrolment happened, or may have.
 *
 * Erasing the lead that holds a barrier ends it, whatever became of the enrolment: that somebody is in a journey is personal, and
 * after an erasure nothing about them stays. So a new lead of the phone is enrolled again, though the service may have it still.
 */

/** A phone is enrolled in a journey at most once within this time. */
export const enrolOnceMs = 86_400_000;

/** What the barrier of another lead means for an enrolment. `free`: it may be taken over. */
export type BarrierState = 'enrolled' | 'uncertain' | 'free';

/** What barriers call a journey. A UUID is the same in capitals, in which one of two forms may have it. */
export function barrierOf(journey: string): string {
  return journey.toLowerCase();
}

/** Reads the barrier from the lead that holds it. */
export function barrierState({ steps, unreadable }: Pick<StoredLead, 'steps' | 'unreadable'>, journey: string) {
  if (unreadable?.steps !== undefined) return 'uncertain';
  const enrolment = steps.find((step) => step.step === 'journey' && journeyOf(step) === barrierOf(journey));
  // This build leaves no such lead: a barrier is set with the step's `sending`, and ends with the change that removes the step. So
  // another build or a hand has written it, and the barrier alone speaks: set and not withdrawn, as after a success.
  return enrolment === undefined ? 'enrolled' : statesOfSteps[enrolment.state];
}

/** `pending`: its last request was certainly not processed, and the next one sets the barrier again. */
const statesOfSteps: Record<Step['state'], BarrierState> = {
  done: 'enrolled',
  sending: 'uncertain',
  unknown: 'uncertain',
  pending: 'free',
  skipped: 'free',
  expired: 'free',
  dead: 'free',
};

/** The journeys whose barriers end with a change of the lead that holds them. */
export function endedBarriers(before: StoredLead, after: StoredLead): string[] {
  const kept = new Set(
    after.phone === before.phone ? enrolmentsOf(after).filter(holdsBarrier(after)).map(journeyOf) : [],
  );
  return enrolmentsOf(before)
    .map(journeyOf)
    .filter((journey) => !kept.has(journey));
}

/**
 * The journeys whose barriers begin with a change by others than delivery, which sets its own: the lead is in the journey, as an
 * operator says, or may be.
 */
export function newBarriers(before: StoredLead, after: StoredLead): { journey: string; isEnrolled: boolean }[] {
  const isKnown = (step: Step) =>
    after.phone === before.phone &&
    enrolmentsOf(before).some(({ name, state }) => name === step.name && state === step.state);
  return enrolmentsOf(after)
    .filter((step) => statesOfSteps[step.state] !== 'free' && !isKnown(step))
    .map((step) => ({ journey: journeyOf(step), isEnrolled: statesOfSteps[step.state] === 'enrolled' }));
}

function enrolmentsOf({ steps }: StoredLead): Step[] {
  return steps.filter(({ step, name }) => step === 'journey' && name !== undefined);
}

function journeyOf({ name = '' }: Step): string {
  return barrierOf(name);
}

/** A step that is tried again keeps its barrier, which another lead may take over; with the end of its lead it is given up. */
function holdsBarrier({ state }: StoredLead) {
  return (step: Step) => statesOfSteps[step.state] !== 'free' || (step.state === 'pending' && state === 'pending');
}
