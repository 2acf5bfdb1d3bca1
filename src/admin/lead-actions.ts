import type { AdminLead, BulkAction, LeadState } from '../protocol/index.ts';
import type { LeadAction } from './admin-state.ts';

export type ActionText = { button: string; title: string; text: string; isDanger: boolean };

/** Returns the actions that make sense for a lead, the most likely one first. */
export function actionsFor({ state, steps }: AdminLead): LeadAction[] {
  const canResolve = state === 'dead' || (state !== 'pending' && steps.some((step) => step.state === 'unknown'));
  const canReplay = state === 'dead' || state === 'unknown' || steps.some((step) => step.state === 'expired');
  return [
    ...(state === 'held' ? (['release'] as const) : []),
    ...(state === 'dead' ? (['replay'] as const) : []),
    ...(canResolve ? (['resolve-done', 'resolve-skipped'] as const) : []),
    ...(canReplay && state !== 'dead' ? (['replay'] as const) : []),
    'erase',
  ];
}

/** The actions that make sense for all leads of a state. */
export const bulkActionsByState: Partial<Record<LeadState, readonly BulkAction[]>> = {
  held: ['release'],
  dead: ['replay', 'resolve-done', 'resolve-skipped'],
  unknown: ['resolve-done', 'resolve-skipped', 'replay'],
};

/** Returns the texts of an action's button and confirmation, for a lead in this state. */
export function textOfAction(action: LeadAction, state: LeadState): ActionText {
  return (state === 'dead' && deadActionTexts[action]) || actionTexts[action];
}

/** The same for all leads of a state. */
export function textOfBulkAction(action: BulkAction, state: LeadState): ActionText {
  return (state === 'dead' && deadBulkActionTexts[action]) || bulkActionTexts[action];
}

const actionTexts: Record<LeadAction, ActionText> = {
  replay: {
    button: 'Replay',
    title: 'Send this lead again?',
    text: 'All failed steps are sent again, with the tags, the journey and the agent that its form has now. A step with an unknown outcome may then happen twice: a second enrolment or a second call.',
    isDanger: false,
  },
  'resolve-done': {
    button: 'It happened',
    title: 'Did it happen?',
    text: 'The unknown steps are marked as done.',
    isDanger: false,
  },
  'resolve-skipped': {
    button: 'Skip it',
    title: 'Skip the unknown steps?',
    text: 'They are marked as skipped: whether they happened stays open.',
    isDanger: false,
  },
  release: {
    button: 'Release',
    title: 'Release this lead?',
    text: 'It is delivered to the service like any other lead: created, tagged and enrolled.',
    isDanger: false,
  },
  erase: {
    button: 'Erase',
    title: 'Erase this lead?',
    text: 'All data about it is deleted here for good. The service keeps its own data.',
    isDanger: true,
  },
};

/** Texts for dead leads, which have failed steps. Once these are resolved, nothing more of the lead is sent. */
const deadActionTexts: Partial<Record<LeadAction, ActionText>> = {
  'resolve-done': {
    button: 'Done by hand',
    title: 'Did you handle this lead yourself?',
    text: 'Its failed steps are marked as done, and the lead is closed: nothing more of it is sent.',
    isDanger: false,
  },
  'resolve-skipped': {
    button: 'Skip it',
    title: 'Skip the failed steps?',
    text: 'They are marked as skipped, and the lead is closed: nothing more of it is sent.',
    isDanger: false,
  },
};

const bulkActionTexts: Record<BulkAction, ActionText> = {
  replay: {
    button: 'Replay all',
    title: 'Send all of these leads again?',
    text: 'All their failed steps are sent again, with the tags, the journey and the agent that their form has now. Steps with an unknown outcome may then happen twice: a second enrolment or a second call.',
    isDanger: false,
  },
  'resolve-done': {
    button: 'All happened',
    title: 'Did all of them happen?',
    text: 'Their unknown steps are marked as done.',
    isDanger: false,
  },
  'resolve-skipped': {
    button: 'Skip all',
    title: 'Skip the unknown steps of all of these leads?',
    text: 'They are marked as skipped: whether they happened stays open.',
    isDanger: false,
  },
  release: {
    button: 'Release all',
    title: 'Release all of these leads?',
    text: 'They are delivered to the service like any other lead: created, tagged and enrolled.',
    isDanger: false,
  },
};

const deadBulkActionTexts: Partial<Record<BulkAction, ActionText>> = {
  'resolve-done': {
    button: 'All done by hand',
    title: 'Did you handle all of these leads yourself?',
    text: 'Their failed steps are marked as done, and the leads are closed: nothing more of them is sent.',
    isDanger: false,
  },
  'resolve-skipped': {
    button: 'Skip all',
    title: 'Skip the failed steps of all of these leads?',
    text: 'They are marked as skipped, and the leads are closed: nothing more of them is sent.',
    isDanger: false,
  },
};
