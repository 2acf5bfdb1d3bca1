import { callColumns, listedCallColumns, readCallRow, readListedCallRow } from '../call-row.ts';
import { corrected, correctedColumns } from '../corrected-lead.ts';
import type { LeadAdmin } from '../lead-admin.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { type ChangedLead, closed, hasEnded, openCallsSql, replayed, resolved } from '../operator-steps.ts';
import { readCauseRow } from '../state-counts.ts';
import { heldCallSql, stateOf, stepsOnRelease } from '../steps.ts';
import type { DeliveryPlan, StoredLead } from '../stored-lead.ts';
import type { CallWriter } from './call-writer.ts';
import { createErasures } from './erasures.ts';
import { createHoldPending } from './hold-pending.ts';
import { causeSql, whereOf } from './lead-filter.ts';
import type { SqliteContext } from './open-database.ts';
import { readPhoneRecords } from './phone-records.ts';
import { sqliteError } from './sqlite-error.ts';

/** Whether a process is delivering the lead of this row. */
function isLeased(row: Record<string, unknown>, now: number): boolean {
  return row.owner !== null && Number(row.next_at) > now;
}

export function createLeadAdmin(context: SqliteContext, calls: CallWriter): LeadAdmin {
  const { db, write, notify, webhooks } = context;
  const byId = db.prepare(`SELECT ${leadColumns}, owner FROM leads WHERE lead = ?`);
  const update = db.prepare(
    `UPDATE leads SET state = ?, steps = ?, closed = ?, plan = ?, next_at = ?, ended_at = ?, owner = NULL
     WHERE lead = ?`,
  );
  const updateRecord = db.prepare('UPDATE leads SET phone = ?, record = ?, steps = ?, corrections = ? WHERE lead = ?');
  const updateCalls = db.prepare('UPDATE calls SET phone = ? WHERE lead = ?');
  const heldCalls = db.prepare(`SELECT ${callColumns} FROM calls WHERE lead = ? AND ${heldCallSql}`);
  const openCalls = db.prepare(`SELECT call FROM calls WHERE lead = ? AND ${openCallsSql}`);
  const release = db.prepare(`UPDATE leads SET state = 'pending', steps = ?, next_at = ? WHERE lead = ?`);
  const selectCalls = `SELECT ${listedCallColumns} FROM calls AS c LEFT JOIN leads AS l ON l.lead = c.lead
    WHERE (c.requested_at, c.call) < (coalesce((SELECT requested_at FROM calls WHERE call = ?1), 9e15), ?1)`;
  const newestCalls = 'ORDER BY c.requested_at DESC, c.call DESC LIMIT ?2';
  const listCalls = db.prepare(`${selectCalls} ${newestCalls}`);
  const listCallsByState = db.prepare(`${selectCalls} AND c.state = ?3 ${newestCalls}`);

  const forgetReport = db.prepare('UPDATE leads SET reported = NULL WHERE lead = ?');
  const countCauses = db.prepare(countCausesSql);

  /** Changes a lead that no process is delivering, and its plan if `plan` is passed. */
  const rewrite = async (
    lead: string,
    now: number,
    change: (stored: StoredLead) => ChangedLead | undefined,
    plan?: DeliveryPlan,
  ) => {
    const isChanged = await write(() => {
      const row = byId.get(lead);
      const stored = row === undefined ? undefined : readLeadRow(row);
      if (stored === undefined || stored.unreadable !== undefined) return false;
      if (row === undefined || isLeased(row, now)) return false;
      // A scrubbed lead has no data to send. Before `change`, which may write.
      if (stored.phone === '') return false;
      const changed = change(stored);
      if (changed === undefined) return false;
      const { state, steps } = changed;
      const closing = changed.closed === undefined ? null : JSON.stringify(changed.closed);
      const columns = [state, JSON.stringify(steps), closing, JSON.stringify(plan ?? stored.plan)];
      update.run(...columns, now, state === 'pending' ? null : now, lead);
      webhooks.leadChanged(lead, now);
      return true;
    });
    if (isChanged) notify();
    return isChanged;
  };

  const hashOf = context.phoneHasher.hash;
  const countUnidentified = db.prepare(
    `SELECT count(*) AS n, max(ended_at) AS at FROM leads
     WHERE phone = '' AND (phone_hash IS NULL OR phone_hash NOT LIKE ?)`,
  );

  return {
    async list({ limit = 50, ...query }) {
      const { where, values } = whereOf(query);
      try {
        const sql = `SELECT ${leadColumns} FROM leads ${where} ORDER BY seq DESC LIMIT ?`;
        return db
          .prepare(sql)
          .all(...values, Math.min(limit, 200))
          .map(readLeadRow);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async countLeads(query) {
      const { where, values } = whereOf(query);
      try {
        const sql = `SELECT count(*) AS n, total(steps LIKE '%"state":"unknown"%') AS unknown FROM leads ${where}`;
        const row = db.prepare(sql).get(...values);
        return { count: Number(row?.n), unknown: Number(row?.unknown) };
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async countCauses() {
      try {
        return countCauses.all().map(readCauseRow);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async listCalls({ state, before = '', limit = 50 }) {
      try {
        const count = Math.min(limit, 200);
        const rows = state === undefined ? listCalls.all(before, count) : listCallsByState.all(before, count, state);
        return rows.map(readListedCallRow);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    replay(lead, { now, callTtlMs, form }) {
      const replaySteps = (stored: StoredLead) => {
        const again = hasEnded(stored) ? replayed(stored, form?.plan) : undefined;
        if (again === undefined) return undefined;
        for (const { step, state, name } of again) {
          if (step !== 'call' || state !== 'pending' || name === undefined) continue;
          calls.change(name, { state: 'waiting', expiresAt: now + callTtlMs, ...form?.callback });
        }
        // How the lead ends is reported again, even if it ends as before.
        forgetReport.run(lead);
        return { state: stateOf(again), steps: again };
      };
      return rewrite(lead, now, replaySteps, form?.plan);
    },
    resolve(lead, outcome, decision) {
      return rewrite(lead, decision.now, (stored) =>
        hasEnded(stored) ? resolved(stored, outcome, decision) : undefined,
      );
    },
    closeLead(lead, decision) {
      return rewrite(lead, decision.now, (stored) => {
        const changed = closed(stored, decision);
        if (changed === undefined) return undefined;
        for (const { call } of openCalls.all(lead)) calls.change(String(call), { state: 'cancelled' });
        return changed;
      });
    },
    correct(lead, request) {
      return write(() => {
        const row = byId.get(lead);
        const changed =
          row === undefined || isLeased(row, request.now) ? undefined : corrected(readLeadRow(row), request);
        if (changed === undefined) return false;
        updateRecord.run(...correctedColumns(changed), lead);
        updateCalls.run(changed.phone, lead);
        return true;
      });
    },
    async heldCalls(leads) {
      try {
        return leads.flatMap((lead) => heldCalls.all(lead)).map(readCallRow);
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async release(lead, request) {
      const isReleased = await write(() => {
        const row = byId.get(lead);
        const stored = row === undefined ? undefined : readLeadRow(row);
        if (stored?.state !== 'held' || stored.unreadable !== undefined) return false;
        const steps = stepsOnRelease(stored.steps, calls.release(lead, request));
        release.run(JSON.stringify(steps), request.now, lead);
        return true;
      });
      if (isReleased) notify();
      return isReleased;
    },
    async erase(target) {
      const phone = 'phone' in target ? target.phone : undefined;
      const erased = await write(() => {
        const leads =
          'leads' in target
            ? db.prepare(ofIds).all(JSON.stringify(target.leads))
            : db.prepare(ofPhone).all(target.phone, hashOf(target.phone));
        const deleteEnrolments = db.prepare('DELETE FROM enrolments WHERE phone = ? AND lead = ?');
        const deleteRows = ['calls', 'webhooks', 'leads'].map((table) =>
          db.prepare(`DELETE FROM ${table} WHERE lead = ?`),
        );
        for (const row of leads) {
          deleteEnrolments.run(String(row.phone), String(row.lead));
          for (const statement of deleteRows) statement.run(String(row.lead));
        }
        // Also those that an older build left without a lead.
        for (const table of ['calls', 'enrolments']) {
          if (phone !== undefined) db.prepare(`DELETE FROM ${table} WHERE phone = ?`).run(phone);
        }
        return leads.length;
      });
      try {
        context.log.empty();
      } catch (error) {
        throw sqliteError(error);
      }
      return erased;
    },
    async emptyLog() {
      try {
        return context.log.empty();
      } catch (error) {
        throw sqliteError(error);
      }
    },
    async countUnidentified() {
      try {
        const row = countUnidentified.get(`${context.phoneHasher.prefix}%`);
        const [count, at] = [Number(row?.n), row?.at];
        return { count, ...(typeof at === 'number' && { lastEndedAt: at }) };
      } catch (error) {
        throw sqliteError(error);
      }
    },
    ...createErasures(context),
    holdPending: createHoldPending(context, calls),
    phoneRecords: (phone) => readPhoneRecords(context, phone),
    async activity(since, spanMs) {
      try {
        const rows = db.prepare(activitySql).all({ since, span: spanMs });
        return rows.map(({ at, captured, delivered }) => ({
          from: Number(at) * spanMs,
          captured: Number(captured),
          delivered: Number(delivered),
        }));
      } catch (error) {
        throw sqliteError(error);
      }
    },
  };
}

const ofIds = 'SELECT lead, phone FROM leads WHERE lead IN (SELECT value FROM json_each(?))';
const ofPhone = 'SELECT lead, phone FROM leads WHERE phone = ? OR phone_hash = ?';

const countCausesSql = `
  SELECT state, ${causeSql} AS cause, count(*) AS n FROM leads WHERE state IN ('unknown', 'dead', 'held')
  GROUP BY 1, 2 ORDER BY n DESC, cause`;

// node:sqlite binds numbers as floating point, but this needs an integer division.
const activitySql = `
  SELECT at, sum(captured) AS captured, sum(delivered) AS delivered FROM (
    SELECT accepted_at / CAST($span AS INTEGER) AS at, 1 AS captured, 0 AS delivered FROM leads WHERE accepted_at >= $since
    UNION ALL
    SELECT ended_at / CAST($span AS INTEGER), 0, 1 FROM leads WHERE ended_at >= $since AND state = 'delivered'
  ) GROUP BY at ORDER BY at`;
