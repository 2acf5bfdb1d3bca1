import { leadStates } from '../../../protocol/proxy/lead-state.ts';
import type { CallPlan, StoredCall } from '../../domain/call.ts';
import { eventsOf, type WebhookFacts } from '../../domain/events.ts';
import { changeLead, type LeadWithCalls } from '../../domain/lead-transitions.ts';
import { callColumns, readCall, writeCall } from '../call-rows.ts';
import { leadRows } from '../lead-row.ts';
import type { Dialect, Row, SqlScalar, SqlValue, Transaction } from '../sql.ts';
import { isFree } from './leases.ts';
import type { Report, WebhookWriter } from './webhook-writer.ts';

export type LeadChange = {
  before: LeadWithCalls;
  after: LeadWithCalls;
  now: number;
  owner?: string | null;
  reports?: readonly WebhookFacts[];
};

/** `owner`: whose lease it is. */
export type StoredWithCalls = LeadWithCalls & { owner: unknown };

/** The columns that `withCalls` needs. */
export const writableLeadColumns = [...leadRows.columns, 'reported', 'owner'].join(', ');

export type LeadWriter = ReturnType<typeof createLeadWriter>;

/** Reads and writes leads with their calls, in a transaction. */
export function createLeadWriter({ forUpdate, isIn, updateRows }: Dialect, webhooks: WebhookWriter) {
  /** The calls of leads that are locked. */
  const withCalls = async (tx: Transaction, found: readonly Row[]): Promise<StoredWithCalls[]> => {
    if (found.length === 0) return [];
    const read = await tx.all(
      `SELECT ${callColumns.join(', ')} FROM calls WHERE ${isIn('lead', '$1')} ORDER BY requested_at, call`,
      [found.map(({ lead }) => String(lead))],
    );
    const calls = read.map(readCall);
    return found.map((row) => ({
      lead: leadRows.readMarked(row),
      calls: calls.filter(({ lead }) => lead === row.lead),
      reported: leadStates.find((state) => state === row.reported),
      owner: row.owner,
    }));
  };

  /**
   * Nobody else changes the leads or their calls until the commit. `which` is a condition, with the first values. `how`: waits for
   * what others have locked, or leaves it out with `Dialect.skipLocked`.
   */
  const lockAll = async (
    tx: Transaction,
    which: string,
    values: readonly SqlValue[],
    how = forUpdate,
  ): Promise<readonly StoredWithCalls[]> => {
    const found = await tx.all(`SELECT ${writableLeadColumns} FROM leads WHERE ${which}${how}`, values);
    return withCalls(tx, found);
  };
  const lock = async (tx: Transaction, which: string, values: readonly SqlValue[]) =>
    (await lockAll(tx, which, values))[0];

  /** Of the columns whose new values follow the lead's id in each row. */
  const updateOf = (columns: readonly string[]) => {
    const types = Object.fromEntries(columns.map((column) => [column, leadRows.typeOf(column)]));
    return updateRows('leads', { id: 'text', ...types }, (value) => ({
      set: columns.map((column) => `${column} = ${value(column)}`).join(', '),
      where: `leads.lead = ${value('id')}`,
    }));
  };

  /**
   * Writes what differs, and webhooks for what that reports. Leads that differ in the same columns share a statement. `owner`: of
   * the lease from now on. Absent: as before. An added call is stored already. `reports`: what the states before and after do not
   * tell. Resolves with whether webhooks are due.
   */
  const write = async (tx: Transaction, changed: readonly LeadChange[]): Promise<boolean> => {
    const reported: Report[] = [];
    const updates = new Map<string, SqlScalar[][]>();
    for (const { before, after, now, owner, reports = [] } of changed) {
      const { id } = after.lead;
      const events = [...reports, ...eventsOf(before, after)];
      reported.push(...events.map((facts) => ({ lead: id, facts, now })));
      const state = events.some(({ type }) => type.startsWith('lead.')) ? after.lead.state : after.reported;
      for (const call of after.calls) {
        const known = before.calls.find(({ id }) => id === call.id);
        if (known !== undefined) await updateCall(tx, call.id, differences(writeCall, known, call));
      }
      const values = {
        ...differences(leadRows.write, before.lead, after.lead),
        ...(state !== before.reported && { reported: state ?? null }),
        ...(owner !== undefined && { owner }),
      };
      const columns = Object.keys(values).join();
      if (columns !== '') updates.set(columns, [...(updates.get(columns) ?? []), [id, ...Object.values(values)]]);
    }
    for (const [columns, leads] of updates) await tx.each(updateOf(columns.split(',')), leads);
    return webhooks.report(tx, reported);
  };

  return {
    lock,
    lockAll,
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
      if (after !== undefined) await write(tx, [{ before, after, now }]);
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
function differences<T>(
  write: (entity: T) => Record<string, SqlScalar>,
  before: T,
  after: T,
): Record<string, SqlScalar> {
  if (before === after) return {};
  const known = write(before);
  return Object.fromEntries(Object.entries(write(after)).filter(([name, value]) => value !== known[name]));
}

async function updateCall(tx: Transaction, id: string, values: Record<string, SqlScalar>): Promise<void> {
  const columns = Object.keys(values);
  if (columns.length === 0) return;
  const assignments = columns.map((column, index) => `${column} = $${index + 2}`);
  await tx.run(`UPDATE calls SET ${assignments.join(', ')} WHERE call = $1`, [id, ...Object.values(values)]);
}
