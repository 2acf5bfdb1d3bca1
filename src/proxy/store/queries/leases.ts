import { isReadable, type StoredLead } from '../../domain/lead.ts';
import type { Database, SqlValue, Transaction } from '../sql.ts';

/*
 * What the columns `owner` and `next_at` of a pending lead or webhook mean together:
 *
 *   owner      next_at
 *   none       when it is due
 *   a process  when its lease ends, unless the process renews it: then others may have it, as after a crash
 *
 * A claim sets both. What settles the row, or gives it back, removes the owner. (The table `owner` is about the whole store:
 * `StoreOwner`.)
 */

/** No process is at work with the row, so it can be changed. `now` is a parameter, `row` an alias of the table. */
export function isFree(now: string, row?: string): string {
  const of = row === undefined ? '' : `${row}.`;
  return `(${of}owner IS NULL OR ${of}next_at <= ${now})`;
}

export type ClaimRequest = {
  /** The owner of what is claimed. Another owner may claim it when the lease ends. */
  owner: string;
  now: number;
  leaseMs: number;
  limit: number;
  /**
   * What still runs with this owner. It may have lost its lease, and been changed since: a claim by the same owner would let the
   * run, which knows it as it was, go on. @default none
   */
  except?: readonly string[] | undefined;
};

type Claimable = { id: string; unreadable?: StoredLead['unreadable'] };

/**
 * Claims what is due. `look` says whether something is (`due`), and when the next that is not will be (`at`): one statement,
 * because every proxy looks every few seconds. `claim` then sets the leases, and parks what cannot be read.
 */
export async function claimDue<Row extends Claimable>(
  database: Database,
  look: { sql: string; values: readonly SqlValue[] },
  claim: (tx: Transaction) => Promise<readonly Row[]>,
): Promise<{ readable: Row[]; unreadable: string[]; nextAt?: number }> {
  const found = await database.get(look.sql, look.values);
  const claimed = typeof found?.due === 'number' ? await database.transaction(claim) : [];
  return {
    readable: claimed.filter(isReadable),
    unreadable: claimed.filter((row) => !isReadable(row)).map(({ id }) => id),
    ...(typeof found?.at === 'number' && { nextAt: found.at }),
  };
}
