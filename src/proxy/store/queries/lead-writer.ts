import { leadStates } from '../../../protocol/proxy/lead-state.ts';
import type { CallPlan, StoredCall } from '../../domain/call.ts';
import { eventsOf, type WebhookFacts } from '../../domain/events.ts';
import { changeLead, type LeadWithCalls } from '../../domain/lead-transitions.ts';
import { callColumns, readCall, writeCall } from '../call-rows.ts';
import { leadRows } from '../lead-row.ts';
import type { Dialect, Row, Sql, SqlScalar, SqlValue, Transaction } from '../sql.ts';
import { timeOrderedId } from '../time-ordered-id.ts';
import { receiverId } from '../webhook-rows.ts';
import { withoutIndex } from './conditions.ts';
import { isFree } from './leases.ts';
import type { ReceiverBook } from './saved-receivers.ts';

export type LeadChange = {
  before: LeadWithCalls;
  after: LeadWithCalls;
  now: number;
  /** Of the lease from now on. Absent: as before. */
  owner?: string | null;
  /** Events that the states before and after do not tell. */
  reports?: readonly WebhookFacts[];
};

/** `owner`: whose lease it is. */
export type StoredWithCalls = LeadWithCalls & { owner: unknown };

/** The columns that `withCalls` needs. */
export const writableLeadColumns = [...leadRows.columns, 'reported', 'owner'].join(', ');

export type LeadWriter = ReturnType<typeof createLeadWriter>;

/** Reads and writes leads with their calls, in a transaction, and with the webhooks that report what has changed. */
export function createLeadWriter(dialect: Dialect, book: ReceiverBook) {
  const { forUpdate, isIn, updateRows } = dialect;
  const report = createReporter(dialect, book);
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
  const updateOf = (columns: readonly string[]) =>
    updateRows('leads', { id: 'text', ...leadRows.typesOf(columns) }, (value) => ({
      set: columns.map((column) => `${column} = ${value(column)}`).join(', '),
      where: `leads.lead = ${value('id')}`,
    }));

  /**
   * Writes what differs, and webhooks for what that reports. Leads that differ in the same columns share a statement. An added call
   * is stored already. Resolves with whether webhooks are due.
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
    return report(tx, reported);
  };

  return {
    /** Whether anybody gets webhooks. Without, nothing is reported. */
    hasReceivers: async (sql: Sql): Promise<boolean> => (await book.all(sql)).length > 0,
    report,
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
      const after = changeLead(before, { type: 'call-changed', call, now });
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

/** What happened to a lead. */
type Report = { lead: string; facts: WebhookFacts; now: number };

/**
 * Writes webhooks in the transaction of the change that they report. The transaction holds the lock of the lead's row, so
 * webhooks of a lead are numbered in the order of its changes.
 */
function createReporter({ rows, indexedBy }: Dialect, book: ReceiverBook) {
  // Webhooks wait for an earlier one of the lead that is retried. One that is being posted (it has an owner) holds them back by
  // its place alone: the end of its lease says nothing, and its outcome, which is stored meanwhile, does not see this row yet.
  const insert = `
    INSERT INTO webhooks (webhook, receiver, lead, type, facts, state, created_at, next_at)
    SELECT input.id, input.receiver, input.about, input.event, input.facts, 'pending', input.at, coalesce(
      (SELECT max(w.next_at) FROM webhooks AS w${indexedBy('webhooks_lead')}
       WHERE w.lead = input.about AND w.receiver = input.receiver AND ${withoutIndex('w.state')} = 'pending'
         AND w.owner IS NULL), input.at)
    FROM ${rows({ id: 'text', receiver: 'text', about: 'text', event: 'text', facts: 'text', at: 'integer' })}
    ORDER BY input.position`;

  /** Resolves with whether a receiver wants one of them. */
  return async (tx: Sql, reports: readonly Report[]): Promise<boolean> => {
    if (reports.length === 0) return false;
    const receivers = await book.all(tx);
    const webhooks = reports.flatMap(({ lead, facts, now }) =>
      receivers
        .filter(({ events, states }) => events.includes(facts.type) && (states?.includes(facts.state) ?? true))
        .map((receiver) => [timeOrderedId(), receiverId(receiver), lead, facts.type, JSON.stringify(facts), now]),
    );
    if (webhooks.length > 0) await tx.each(insert, webhooks);
    return webhooks.length > 0;
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
