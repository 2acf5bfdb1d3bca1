import { leadStates } from '../../../protocol/index.ts';
import { eventsOf } from '../../delivery/change-events.ts';
import type { LeadWithCalls } from '../../delivery/lead-transitions.ts';
import type { CallPlan, StoredCall } from '../call-log.ts';
import { callColumns, changingCallColumns, readCallRow } from '../call-row.ts';
import { changingLeadColumns, leadColumns, readLeadRow } from '../lead-row.ts';
import type { Dialect, Row, SqlValue, Transaction } from '../sql.ts';
import type { WebhookWriter } from './webhook-writer.ts';

/** Reads and writes a lead with its calls, in a transaction. */
export type LeadWriter = {
  /** Nobody else changes the lead or its calls until the commit. `which` is a condition, with the first values. */
  lock(tx: Transaction, which: string, values: readonly SqlValue[]): Promise<LeadWithCalls | undefined>;
  /** The same for the lead of a call. */
  lockOfCall(tx: Transaction, call: string): Promise<LeadWithCalls | undefined>;
  /** The calls of a lead that is locked. */
  withCalls(tx: Transaction, row: Row): Promise<LeadWithCalls>;
  /**
   * Writes what differs, and a webhook for what that reports. `owner`: of the lease from now on. Absent: as before. An added
   * call is stored already. Resolves with whether webhooks are due.
   */
  write(tx: Transaction, change: LeadChange): Promise<boolean>;
  /** Stores a new call, before it is written with its lead. */
  addCall(tx: Transaction, call: StoredCall, from: Pick<CallPlan, 'ip' | 'country'>): Promise<void>;
};

export type LeadChange = { before: LeadWithCalls; after: LeadWithCalls; now: number; owner?: string | null };

/** The columns that `withCalls` needs. */
export const writableLeadColumns = `${leadColumns}, reported`;

export function createLeadWriter({ forUpdate }: Dialect, webhooks: WebhookWriter): LeadWriter {
  const withCalls: LeadWriter['withCalls'] = async (tx, row) => {
    const lead = readLeadRow(row);
    const calls = await tx.all(`SELECT ${callColumns} FROM calls WHERE lead = $1 ORDER BY requested_at, call`, [
      lead.id,
    ]);
    const reported = leadStates.find((state) => state === row.reported);
    return { lead, calls: calls.map(readCallRow), reported };
  };

  const lock: LeadWriter['lock'] = async (tx, which, values) => {
    const row = await tx.get(`SELECT ${writableLeadColumns} FROM leads WHERE ${which}${forUpdate}`, values);
    return row === undefined ? undefined : withCalls(tx, row);
  };

  return {
    lock,
    withCalls,
    async lockOfCall(tx, call) {
      const row = await tx.get('SELECT lead FROM calls WHERE call = $1', [call]);
      return row === undefined ? undefined : lock(tx, 'lead = $1', [String(row.lead)]);
    },
    async write(tx, { before, after, now, owner }) {
      const events = eventsOf(before, after);
      const reported = events.some(({ type }) => type.startsWith('lead.')) ? after.lead.state : after.reported;
      for (const call of after.calls) {
        const known = before.calls.find(({ id }) => id === call.id);
        if (known !== undefined) await update(tx, 'calls', 'call', call.id, changes(changingCallColumns, known, call));
      }
      await update(tx, 'leads', 'lead', after.lead.id, {
        ...changes(changingLeadColumns, before.lead, after.lead),
        ...(reported !== before.reported && { reported: reported ?? null }),
        ...(owner !== undefined && { owner }),
      });
      return webhooks.report(
        tx,
        events.map((facts) => ({ lead: after.lead.id, facts, now })),
      );
    },
    async addCall(tx, call, { ip, country }) {
      const about = { call: call.id, lead: call.lead, ip, country };
      const values: Record<string, SqlValue> = { ...about, ...valuesOf(changingCallColumns, call) };
      const parameters = Object.keys(values).map((_, index) => `$${index + 1}`);
      await tx.run(
        `INSERT INTO calls (${Object.keys(values).join(', ')}) VALUES (${parameters.join(', ')})`,
        Object.values(values),
      );
    },
  };
}

type Columns<T> = Record<string, (row: T) => SqlValue>;

function valuesOf<T>(columns: Columns<T>, row: T): Record<string, SqlValue> {
  return Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(row)]));
}

/** The values of the columns that differ. */
function changes<T>(columns: Columns<T>, before: T, after: T): Record<string, SqlValue> {
  if (before === after) return {};
  const [known, values] = [valuesOf(columns, before), valuesOf(columns, after)];
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== known[name]));
}

async function update(tx: Transaction, table: string, key: string, id: string, values: Record<string, SqlValue>) {
  const columns = Object.keys(values);
  if (columns.length === 0) return;
  const assignments = columns.map((column, index) => `${column} = $${index + 2}`);
  await tx.run(`UPDATE ${table} SET ${assignments.join(', ')} WHERE ${key} = $1`, [id, ...Object.values(values)]);
}
