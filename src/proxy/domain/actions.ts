import type { LeadAction } from '../../protocol/admin/leads.ts';
import { isReadable, isWhole, type Step, type StoredLead } from './lead.ts';
import { isFailed } from './steps.ts';

/** What decides which actions are legal. The steps include those of the lead's calls. */
export type ActionFacts = Pick<StoredLead, 'state' | 'phone' | 'unreadable' | 'steps'>;

/** What an operator can do with a lead now. `changeLead` refuses everything else. */
export function legalActions(lead: ActionFacts): LeadAction[] {
  const legal: Record<LeadAction, boolean> = {
    release: isReleasable(lead),
    'resolve-done': isResolvable(lead),
    'resolve-skipped': isResolvable(lead),
    replay: isReplayable(lead),
    close: isClosable(lead),
    erase: true,
  };
  return allActions.filter((action) => legal[action]);
}

const allActions: readonly LeadAction[] = ['release', 'resolve-done', 'resolve-skipped', 'replay', 'close', 'erase'];

export function isReleasable(lead: Pick<ActionFacts, 'state' | 'unreadable'>): boolean {
  return lead.state === 'held' && isReadable(lead);
}

/** Whether a step has an outcome that only a person can know. */
export function isResolvable(lead: ActionFacts): boolean {
  const isAtRest = !['pending', 'held', 'closed'].includes(lead.state);
  return isWhole(lead) && isAtRest && lead.steps.some(({ state }) => state === 'unknown');
}

/** Whether something is left to do again: what failed, and what a closed lead still had. */
export function isReplayable(lead: ActionFacts): boolean {
  const isLeft = (step: Step) => isFailed(step) || (lead.state === 'closed' && step.state === 'pending');
  return isWhole(lead) && lead.state !== 'pending' && lead.state !== 'held' && lead.steps.some(isLeft);
}

export function isClosable(lead: ActionFacts): boolean {
  return isWhole(lead) && lead.state !== 'delivered' && lead.state !== 'closed';
}
