import type { DatabaseSync } from 'node:sqlite';
import type { CallLog, CallPlan, CallRequested } from '../call-log.ts';
import { callColumns, readCallRow, readLeadRow } from '../lead-row.ts';
import { callStep } from '../steps.ts';
import type { SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';

export type CallWriter = {
  /** Inside a transaction: checks the caps and adds the row, under the id that is given. */
  add(call: string, lead: string, phone: string, plan: CallPlan): CallRequested;
};

export function createCallWriter(db: DatabaseSync): CallWriter {
  const reached = {
    phone: db.prepare(`${overLimit} phone = ? ${nthNewest}`),
    ip: db.prepare(`${overLimit} ip = ? ${nthNewest}`),
    country: db.prepare(`${overLimit} country = ? ${nthNewest}`),
    site: db.prepare(`${overLimit} '' = ? ${nthNewest}`),
  };
  const insert = db.prepare(
    `INSERT INTO calls (call, lead, phone, ip, country, agent, caller, request_data, state, requested_at, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
  );
  return {
    add(call, lead, phone, plan) {
      const counted = { phone, ip: plan.ip, country: plan.country, site: '' };
      for (const cap of plan.caps) {
        const span = cap.seconds * 1000;
        const nth = reached[cap.per].get(counted[cap.per], plan.requestedAt - span, cap.points - 1);
        if (nth === undefined && cap.points > 0) continue;
        const since = Number(nth?.requested_at ?? plan.requestedAt);
        return { outcome: 'over-limit', cap: cap.name, retryAfterMs: since + span - plan.requestedAt };
      }
      const data = plan.requestData === undefined ? null : JSON.stringify(plan.requestData);
      const { agent, requestedAt, expiresAt } = plan;
      insert.run(call, lead, phone, plan.ip, plan.country, agent, plan.from ?? null, data, requestedAt, expiresAt);
      return { outcome: 'accepted', call };
    },
  };
}

/** The oldest of the `points` newest calls in the span: when it leaves the span, there is room again. */
const overLimit = 'SELECT requested_at FROM calls WHERE';
const nthNewest = 'AND requested_at > ? ORDER BY requested_at DESC LIMIT 1 OFFSET ?';

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
      const requested = await write((): CallRequested => {
        const row = leadRow.get(lead);
        const stored = row === undefined ? undefined : readLeadRow(row);
        if (stored === undefined || stored.state === 'held' || stored.phone === '') return { outcome: 'no-lead' };
        const answer = calls.add(newId(), lead, stored.phone, plan);
        if (answer.outcome === 'accepted') {
          addStep.run(JSON.stringify([...stored.steps, callStep(answer.call)]), plan.requestedAt, lead);
        }
        return answer;
      });
      if (requested.outcome === 'accepted') notify();
      return requested;
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
