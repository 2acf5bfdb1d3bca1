import { leadStates } from '../../../protocol/proxy/lead-state.ts';
import type { CallPlan, StoredCall } from '../../domain/call.ts';
import { eventsOf, type WebhookFacts } from '../../domain/events.ts';
import { changeLead, type LeadWithCalls } from '../../domain/lead-transitions.ts';
import { callColumns, readCall, writeCall } from '../call-rows.ts';
import { leadRows } from '../lead-row.ts';
import type { Dialect, Row, SqlValue, Transaction } from '../sql.ts';
import { isFree } from './leases.ts';
import type { WebhookWriter } from './webhook-writer.ts';

export type LeadChange = {
  before: LeadWithCalls;
  after: LeadWithCalls;
  now: number;
  owner?: string | null;
  reports?: readonly WebhookFacts[];
};

/** The columns that `withCalls` needs. */
export const writableLeadColumns = [...leadRows.columns, 'reported'].join(', ');

export type LeadWriter = ReturnType<typeof createLeadWriter>;

/** Reads and writes a lead with its calls, in a transaction. */
export function createLeadWriter({ forUpdate }: Dialect, webhooks: WebhookWriter) {
  /** The calls of a lead that is locked. */
  const withCalls = async (tx: Transaction, row: Row): Promise<LeadWithCalls> => {
    const lead = leadRows.readMarked(row);
    const calls = await tx.all(
      `SELECT ${callColumns.join(', ')} FROM calls WHERE lead = $1 ORDER BY requested_at, call`,
      [lead.id],
    );
    const reported = leadStates.find((state) => state === row.reported);
    return { lead, calls: calls.map(readCall), reported };
  };

  /** Nobody else changes the lead or its calls until the commit. `which` is a condition, with the first values. */
  const lock = async (
    tx: Transaction,
    which: string,
    values: readonly SqlValue[],
  ): Promise<LeadWithCalls | undefined> => {
    const row = await tx.get(`SELECT ${writableLeadColumns} FROM leads WHERE ${which}${forUpdate}`, values);
    return row === undefined ? undefined : withCalls(tx, row);
  };

  /**
   * Writes what differs, and a webhook for what that reports. `owner`: of the lease from now on. Absent: as before. An
   * added call is stored already. `reports`: what the states before and after do not tell. Resolves with whether webhooks are due.
   */
  const write = async (tx: Transaction, { before, after, now, owner, reports = [] }: LeadChange): Promise<boolean> => {
    const events = [...reports, ...eventsOf(before, after)];
    const reported = events.some(({ type }) => type.startsWith('lead.')) ? after.lead.state : after.reported;
    for (const call of after.calls) {
      const known = before.calls.find(({ id }) => id === call.id);
      if (known !== undefined) await update(tx, 'calls', 'call', call.id, changes(writeCall, known, call));
    }
    await update(tx, 'leads', 'lead', after.lead.id, {
      ...changes(leadRows.write, before.lead, after.lead),
      ...(reported !== before.reported && { reported: reported ?? null }),
      ...(owner !== undefined && { owner }),
    });
    return webhooks.report(
      tx,
      events.map((facts) => ({ lead: after.lead.id, facts, now })),
    );
  };

  return {
    lock,
    withCalls,
    /** Locks a lead that no process is delivering. */
    lockFree: (tx: Transaction, lead: string, now: number) => lock(tx, `lead = $1 AND ${isFree('$2')}`, [lead, now]),
    /** Locks a call with its lead. */
    async lockCall(tx: Transaction, id: string): Promise<{ before: LeadWithCalls; call: StoredCall } | undefined> {
      const row = await tx.get('SELECT lead FROM calls WHERE call = $1', [id]);
      const before = row === undefined ? undefined : await lock(tx, 'lead = $1', [String(row.lead)]);
      const call = before?.calls.find((found) => found.id === id);
      return before === undefined || call === undefined ? undefined : { before, call };
    },
    write,
    /** Writes a changed or added call with what it means for its lead. */
    async writeCall(tx: Transaction, before: LeadWithCalls, call: StoredCall, now: number): Promise<void> {
      const after = changeLead(before, { type: 'called', call, now });
      if (after !== undefined) await write(tx, { before, after, now });
    },
    /** Stores a new call, before it is written with its lead. */
    async addCall(tx: Transaction, call: StoredCall, { ip, country }: Pick<CallPlan, 'ip' | 'country'>): Promise<void> {
      const values: Record<string, SqlValue> = { ip, country, ...writeCall(call) };
      const parameters = Object.keys(values).map((_, index) => `$${index + 1}`);
      await tx.run(
        `INSERT INTO calls (${Object.keys(values).join(', ')}) VALUES (${parameters.join(', ')})`,
        Object.values(values),
      );
    },
  };
}

/** The columns that differ, with their new values. */
function changes<T>(write: (entity: T) => Record<string, SqlValue>, before: T, after: T): Record<string, SqlValue> {
  if (before === after) return {};
  const known = write(before);
  return Object.fromEntries(Object.entries(write(after)).filter(([name, value]) => value !== known[name]));
}

async function update(tx: Transaction, table: string, key: string, id: string, values: Record<string, SqlValue>) {
  const columns = Object.keys(values);
  if (columns.length === 0) return;
  const assignments = columns.map((column, index) => `${column} = $${index + 2}`);
  await tx.run(`UPDATE ${table} SET ${assignments.join(', ')} WHERE ${key} = $1`, [id, ...Object.values(values)]);
}
