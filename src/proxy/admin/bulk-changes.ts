import type { BulkDetails, LeadAction } from '../../protocol/admin/leads.ts';
import type { StoredLead } from '../domain/lead.ts';
import { isStoreError, type StoreError } from '../store/store-error.ts';

/** Well below the time that a request may take, after which its response would say nothing of what was done. */
const maxMs = 10_000;

export type Done<Item> = {
  changed: Item[];
  /** How many items were looked at, changed or not. */
  seen: number;
  /** Why it ended before the last item, if the store failed. */
  failure?: StoreError;
};

export type InTurnDeps<Item> = {
  /** Resolves with whether it was possible. */
  change(item: Item): Promise<boolean>;
  /** Says what has changed, after the commit. */
  report(item: Item): Promise<void>;
  /** The time since any moment. */
  elapsedMs(): number;
};

/**
 * Changes items one after the other: each commit is short, so new leads are accepted in between. Ends early if that takes
 * too long, or if the store fails. Rejects only if nothing was done before.
 */
export async function changeInTurn<Item>(
  items: readonly Item[],
  { change, report, elapsedMs }: InTurnDeps<Item>,
): Promise<Done<Item>> {
  const done: Done<Item> = { changed: [], seen: 0 };
  const startedAt = elapsedMs();
  for (const item of items) {
    if (done.seen > 0 && elapsedMs() - startedAt > maxMs) break;
    try {
      if (await change(item)) {
        done.changed.push(item);
        await report(item);
      }
    } catch (error) {
      if (!isStoreError(error) || done.changed.length === 0) throw error;
      return { ...done, failure: error };
    }
    done.seen++;
  }
  return done;
}

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
