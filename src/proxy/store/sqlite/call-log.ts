import type { DatabaseSync } from 'node:sqlite';
import type { CallCap, CallLog, CallPlan, CallRequested, LeadCall } from '../call-log.ts';
import type { NewLead } from '../lead-intake.ts';
import { callColumns, readCallRow, readLeadRow } from '../lead-row.ts';
import { type CallDecision, callStep, decideHeldCall, heldReason } from '../steps.ts';
import type { SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';

/** Calls inside of a transaction. */
export type CallWriter = {
  /** Checks the caps and adds the row. */
  add(id: string, lead: string, phone: string, plan: CallPlan): CallRequested;
  /** Adds the call-back of a new lead, a refused one with its reason. */
  addWithLead(id: string, lead: string, newLead: NewLead): LeadCall | undefined;
  /** Decides again about the call-back of a held lead; undefined for any other call. */
  reconsider(id: string, now: number, caps: readonly CallCap[]): CallDecision | undefined;
};

export function createCallWriter(db: DatabaseSync): CallWriter {
  // The oldest of the `points` newest calls in the span: when it leaves the span, there is capacity again.
  const nthNewest = (filter: string) =>
    db.prepare(
      `SELECT requested_at FROM calls WHERE ${filter} AND requested_at > ? AND state <> 'refused'
       ORDER BY requested_at DESC LIMIT 1 OFFSET ?`,
    );
  const counts = {
    phone: nthNewest('phone = ?'),
    ip: nthNewest('ip = ?'),
    country: nthNewest('country = ?'),
    site: nthNewest(`'' = ?`),
  };
  const insert = db.prepare(
    `INSERT INTO calls (call, lead, phone, ip, country, agent, caller, request_data, state, reason, requested_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = db.prepare('SELECT state, reason, phone, ip, country, expires_at FROM calls WHERE call = ?');
  const decide = db.prepare('UPDATE calls SET state = ?, reason = ? WHERE call = ?');

  const insertCall = (id: string, lead: string, phone: string, plan: CallPlan, reason?: string) => {
    const { ip, country, agent, from, requestData, requestedAt, expiresAt } = plan;
    const data = requestData === undefined ? null : JSON.stringify(requestData);
    const state = reason === undefined ? 'waiting' : 'refused';
    const columns = [id, lead, phone, ip, country, agent, from ?? null, data];
    insert.run(...columns, state, reason ?? null, requestedAt, expiresAt);
  };

  const findReachedCap = (keys: Record<CallCap['per'], string>, caps: readonly CallCap[], now: number) => {
    for (const { name, per, points, seconds } of caps) {
      const spanMs = seconds * 1000;
      const nth = counts[per].get(keys[per], now - spanMs, points - 1);
      if (nth === undefined && points > 0) continue;
      return { cap: name, retryAfterMs: Number(nth?.requested_at ?? now) + spanMs - now };
    }
    return undefined;
  };

  const add: CallWriter['add'] = (id, lead, phone, plan) => {
    const { ip, country, caps, requestedAt } = plan;
    const reached = findReachedCap({ phone, ip, country, site: '' }, caps, requestedAt);
    if (reached !== undefined) return { outcome: 'over-limit', ...reached };
    insertCall(id, lead, phone, plan);
    return { outcome: 'accepted', call: id };
  };

  return {
    add,
    addWithLead(id, lead, { phone, callback, held }) {
      if (callback === undefined) return undefined;
      if ('refused' in callback) {
        const { refused, requestedAt } = callback;
        const plan = { agent: '', ip: '', country: '', requestedAt, expiresAt: requestedAt, caps: [] };
        insertCall(id, lead, phone, plan, refused);
        return { outcome: 'refused', id, reason: refused };
      }
      const requested = held === undefined ? add(id, lead, phone, callback) : undefined;
      if (requested?.outcome === 'accepted') return { outcome: 'accepted', id };
      const reason = requested?.outcome === 'over-limit' ? requested.cap : heldReason;
      insertCall(id, lead, phone, callback, reason);
      return { outcome: requested === undefined ? 'refused' : 'over-limit', id, reason };
    },
    reconsider(id, now, caps) {
      const row = find.get(id);
      if (row?.state !== 'refused' || row.reason !== heldReason) return undefined;
      const keys = { phone: String(row.phone), ip: String(row.ip), country: String(row.country), site: '' };
      const decision = decideHeldCall(Number(row.expires_at), now, findReachedCap(keys, caps, now)?.cap);
      decide.run(decision.state, decision.state === 'refused' ? decision.reason : null, id);
      return decision;
    },
  };
}

export function createCallLog({ db, write, notify, newId }: SqliteContext, calls: CallWriter): CallLog {
  const find = db.prepare(`SELECT ${callColumns} FROM calls WHERE call = ?`);
  const leadRow = db.prepare('SELECT * FROM leads WHERE lead = ?');
  const addStep = db.prepare(
    `UPDATE leads SET state = 'pending', ended_at = NULL, steps = ?, next_at = iif(state = 'pending', next_at, ?) WHERE lead = ?`,
  );
  const note = db.prepare(
    `UPDATE calls SET state = coalesce(?, state), service_call = coalesce(?, service_call),
     transfers = coalesce(?, transfers), checked_at = coalesce(?, checked_at) WHERE call = ?`,
  );
  return {
    async requestCall(lead, plan) {
      const outcome = await write((): CallRequested => {
        const row = leadRow.get(lead);
        const stored = row === undefined ? undefined : readLeadRow(row);
        if (stored === undefined || stored.state === 'held' || stored.phone === '') return { outcome: 'no-lead' };
        const requested = calls.add(newId(), lead, stored.phone, plan);
        if (requested.outcome === 'accepted') {
          addStep.run(JSON.stringify([...stored.steps, callStep(requested.call)]), plan.requestedAt, lead);
        }
        return requested;
      });
      if (outcome.outcome === 'accepted') notify();
      return outcome;
    },
    async findCall(call) {
      try {
        const row = find.get(call);
        return row === undefined ? undefined : readCallRow(row);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async noteCall(call, change) {
      await write(() =>
        note.run(
          change.state ?? null,
          change.serviceCall ?? null,
          change.transfers ?? null,
          change.checkedAt ?? null,
          call,
        ),
      );
    },
  };
}
