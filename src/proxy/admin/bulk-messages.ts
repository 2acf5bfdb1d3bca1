import type { BulkDetails, LeadAction } from '../../protocol/admin/leads.ts';
import type { StoredLead } from '../domain/lead.ts';

/** Says why a bulk action changed none of these leads: a script would take a success for done. */
export function describeUnchanged(leads: readonly StoredLead[], action: LeadAction): string {
  const states = [...new Set(leads.map(({ state }) => state))].join(', ');
  return `No lead was changed: there is nothing to ${action.split('-')[0]} (state: ${states}).`;
}

/** Says what a bulk action has done until the store failed. */
export function brokenOff({ changed, next }: BulkDetails): string {
  const how = next === undefined ? 'again' : 'again with `next` as `before`';
  return `The store failed after ${changed === 1 ? '1 lead was' : `${changed} leads were`} changed. Send the request ${how} for the others.`;
}
