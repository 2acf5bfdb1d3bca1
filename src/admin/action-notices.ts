import type { LeadAction } from '../protocol/admin/leads.ts';

export type LeadButton = LeadAction | 'release-with-call' | 'release-without-call';

/** `293 leads erased.` What was not changed is said, too. */
export function describeResult(action: LeadAction, changed: number, unchanged: number): string {
  const leads = (count: number) => (count === 1 ? '1 lead' : `${count} leads`);
  const done = `${changed === 0 ? 'No lead' : leads(changed)} ${bulkOutcomes[action]}.`;
  if (unchanged === 0) return changed === 0 ? 'No lead matches any more.' : done;
  return `${done} ${leads(unchanged)} stayed as before: in another state, or being sent right now.`;
}

const bulkOutcomes: Record<LeadAction, string> = {
  replay: 'being sent again',
  'resolve-done': 'marked as done',
  'resolve-skipped': 'marked as not done',
  release: 'released',
  close: 'closed',
  erase: 'erased',
};

export const actionNotices: Record<LeadButton, string> = {
  replay: 'The lead is being sent again.',
  'resolve-done': 'Marked as done.',
  'resolve-skipped': 'Marked as not done.',
  release: 'Released. The lead is being sent.',
  'release-with-call': 'Released with the call. The lead is being sent.',
  'release-without-call': 'Released without the call. The lead is being sent.',
  close: 'Closed. Nothing more of the lead is sent.',
  erase: 'Erased.',
};
