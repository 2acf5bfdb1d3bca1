import type { AdminLead, LeadAction } from '../protocol/admin/leads.ts';
import type { LeadState } from '../protocol/proxy/lead-state.ts';
import type { LeadButton } from './action-notices.ts';

export type ActionText = { button: string; title: string; text: string; isDanger: boolean };

/** Whether the operator's role may use a route. */
type May = (route: string) => boolean;

/** The route of each action for one lead. In bulk, each needs the role that it needs for one. */
const actionRoutes: Record<LeadAction, string> = {
  replay: 'POST /leads/:lead/replay',
  release: 'POST /leads/:lead/release',
  'resolve-done': 'POST /leads/:lead/resolve',
  'resolve-skipped': 'POST /leads/:lead/resolve',
  close: 'POST /leads/:lead/close',
  erase: 'POST /leads/:lead/erase',
};

/** Returns the actions that the proxy allows for a lead and to this operator, the most likely one first. */
export function actionsFor({ state, actions = [], heldCall }: AdminLead, may: May): LeadButton[] {
  const order: readonly LeadAction[] = state === 'dead' ? ['replay', ...bulkActionOrder] : bulkActionOrder;
  return [...new Set(order)]
    .filter((action) => actions.includes(action) && may(actionRoutes[action]))
    .flatMap((action): readonly LeadButton[] =>
      action === 'release' && heldCall !== undefined ? releaseActions : [action],
    );
}

/** The actions for a held lead whose visitor has asked for a call. */
const releaseActions = ['release-with-call', 'release-without-call'] as const;

const bulkActionsByState: Record<LeadState, readonly LeadAction[]> = {
  held: ['release', 'close', 'erase'],
  dead: ['replay', 'close', 'erase'],
  unknown: ['resolve-done', 'resolve-skipped', 'replay', 'close', 'erase'],
  pending: ['close', 'erase'],
  delivered: ['erase'],
  closed: ['erase'],
};
const anyStateActions: readonly LeadAction[] = ['close', 'erase'];

/** The actions that make sense for leads in one of these states; without states, for those of any state. */
export function bulkActionsFor(states: readonly LeadState[] | undefined, may: May): LeadAction[] {
  const offered = states === undefined ? anyStateActions : states.flatMap((state) => bulkActionsByState[state]);
  return bulkActionOrder.filter((action) => offered.includes(action) && may(actionRoutes[action]));
}

const bulkActionOrder: readonly LeadAction[] = [
  'release',
  'resolve-done',
  'resolve-skipped',
  'replay',
  'close',
  'erase',
];

/** Only a step with an unknown outcome may have happened already. */
export function replayWarning(unknownCount: number): string {
  const leads = unknownCount === 1 ? 'For 1 lead' : `For ${unknownCount} leads`;
  return `${leads}, an enrolment or a call may have happened already: it then happens twice.`;
}

/** The texts of an action's button and confirmation. */
const actionTexts: Record<LeadButton, ActionText> = {
  replay: {
    button: 'Send again',
    title: 'Send this lead again?',
    text: 'What failed is sent again, with the tags, the journey and the agent that its form has now.',
    isDanger: false,
  },
  'resolve-done': {
    button: 'Mark as done',
    title: 'Did it happen?',
    text: 'What is uncertain counts as done from now on.',
    isDanger: false,
  },
  'resolve-skipped': {
    button: 'Mark as not done',
    title: 'Did it not happen?',
    text: 'What is uncertain counts as not done. Without its journey, the lead counts as closed, not as sent.',
    isDanger: false,
  },
  release: {
    button: 'Release',
    title: 'Release this lead?',
    text: 'It is sent to the service like any other lead.',
    isDanger: false,
  },
  'release-with-call': {
    button: 'Release with call',
    title: 'Release this lead, and call?',
    text: 'It is sent like any other lead. The visitor is called at the time that they chose, or now if they chose none or it has passed.',
    isDanger: false,
  },
  'release-without-call': {
    button: 'Release without call',
    title: 'Release this lead without a call?',
    text: 'It is sent like any other lead, but nobody calls.',
    isDanger: false,
  },
  close: {
    button: 'Close lead',
    title: 'Close this lead?',
    text: 'Nothing more of it is sent, and its open calls are cancelled. It counts as closed, not as sent. “Send again” opens it again.',
    isDanger: false,
  },
  erase: {
    button: 'Erase',
    title: 'Erase this lead?',
    text: 'All data about it is deleted here for good. The service keeps its own data, and the tab Conversion its sums, which name nobody.',
    isDanger: true,
  },
};

/** The texts for one lead. */
export function textsFor(action: LeadButton, { steps }: Pick<AdminLead, 'steps'>): ActionText {
  const texts = actionTexts[action];
  if (action !== 'replay' || !steps.some(({ state }) => state === 'unknown')) return texts;
  return {
    ...texts,
    text: `${texts.text} The step with the unknown outcome may have happened already: it then happens twice.`,
  };
}

/** The same for all leads of a list. */
export const bulkActionTexts: Record<LeadAction, ActionText & { buttonForSelected: string }> = {
  replay: {
    button: 'Send all again',
    buttonForSelected: 'Send selected again',
    title: 'Send all of these leads again?',
    text: 'What failed is sent again, with the tags, the journey and the agent that their form has now.',
    isDanger: false,
  },
  'resolve-done': {
    button: 'Mark all as done',
    buttonForSelected: 'Mark selected as done',
    title: 'Did all of them happen?',
    text: 'What is uncertain counts as done from now on.',
    isDanger: false,
  },
  'resolve-skipped': {
    button: 'Mark all as not done',
    buttonForSelected: 'Mark selected as not done',
    title: 'Did it happen for none of them?',
    text: 'What is uncertain counts as not done. Leads without their journey count as closed, not as sent.',
    isDanger: false,
  },
  release: {
    button: 'Release all',
    buttonForSelected: 'Release selected',
    title: 'Release all of these leads?',
    text: 'They are sent to the service like any other lead. A call that was requested is placed only if it is not too late.',
    isDanger: false,
  },
  close: {
    button: 'Close all',
    buttonForSelected: 'Close selected',
    title: 'Close all of these leads?',
    text: 'Nothing more of them is sent, and their open calls are cancelled. They count as closed, not as sent.',
    isDanger: false,
  },
  erase: {
    button: 'Erase all',
    buttonForSelected: 'Erase selected',
    title: 'Erase all of these leads?',
    text: 'All data about them is deleted here for good. The service keeps its own data, and the tab Conversion its sums, which name nobody.',
    isDanger: true,
  },
};
