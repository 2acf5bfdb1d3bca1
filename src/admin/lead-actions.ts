import type { AdminLead, BulkAction, LeadState } from '../protocol/index.ts';
import type { LeadAction } from './admin-state.ts';

export type ActionText = { button: string; title: string; text: string; isDanger: boolean };

/** Returns the actions that make sense for a lead, the most likely one first. */
export function actionsFor({ state, steps }: AdminLead): LeadAction[] {
  const isEnded = state === 'delivered' || state === 'closed';
  const canResolve = state !== 'pending' && state !== 'closed' && steps.some((step) => step.state === 'unknown');
  const canReplay =
    state === 'unknown' || steps.some((step) => step.state === 'expired') || (state === 'closed' && steps.some(isOpen));
  return [
    ...(state === 'held' ? (['release'] as const) : []),
    ...(state === 'dead' ? (['replay'] as const) : []),
    ...(canResolve ? (['resolve-done', 'resolve-skipped'] as const) : []),
    ...(canReplay && state !== 'dead' ? (['replay'] as const) : []),
    ...(isEnded ? [] : (['close'] as const)),
    'erase',
  ];
}

/** Whether a closed lead was not delivered this far, so that a replay continues with the step. */
function isOpen({ state }: AdminLead['steps'][number]): boolean {
  return ['pending', 'unknown', 'dead'].includes(state);
}

/** The actions that make sense for all leads of a state. */
export const bulkActionsByState: Partial<Record<LeadState, readonly BulkAction[]>> = {
  held: ['release', 'close'],
  dead: ['replay', 'close'],
  unknown: ['resolve-done', 'resolve-skipped', 'replay', 'close'],
  pending: ['close'],
};

/** The texts of an action's button and confirmation. */
export const actionTexts: Record<LeadAction, ActionText> = {
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
    text: 'They are marked as skipped: whether they happened stays open. A lead whose enrolment is skipped counts as closed, not as delivered.',
    isDanger: false,
  },
  release: {
    button: 'Release',
    title: 'Release this lead?',
    text: 'It is delivered to the service like any other lead: created, tagged and enrolled.',
    isDanger: false,
  },
  close: {
    button: 'Close lead',
    title: 'Close this lead?',
    text: 'Nothing more of it is sent, and its open calls are cancelled. It counts as closed, not as delivered. A replay opens it again.',
    isDanger: false,
  },
  erase: {
    button: 'Erase',
    title: 'Erase this lead?',
    text: 'All data about it is deleted here for good. The service keeps its own data.',
    isDanger: true,
  },
};

/** The same for all leads of a list. */
export const bulkActionTexts: Record<BulkAction, ActionText> = {
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
    text: 'They are marked as skipped: whether they happened stays open. Leads whose enrolment is skipped count as closed, not as delivered.',
    isDanger: false,
  },
  release: {
    button: 'Release all',
    title: 'Release all of these leads?',
    text: 'They are delivered to the service like any other lead: created, tagged and enrolled.',
    isDanger: false,
  },
  close: {
    button: 'Close all',
    title: 'Close all of these leads?',
    text: 'Nothing more of them is sent, and their open calls are cancelled. They count as closed, not as delivered.',
    isDanger: false,
  },
};
