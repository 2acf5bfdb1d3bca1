import { callColumns, listedCallColumns, readCallRow, readListedCallRow } from '../call-row.ts';
import { corrected, correctedColumns } from '../corrected-lead.ts';
import type { LeadAdmin, LeadQuery } from '../lead-admin.ts';
import { leadColumns, readLeadRow } from '../lead-row.ts';
import { type ChangedLead, closed, hasEnded, openCallsSql, replayed, resolved } from '../operator-steps.ts';
import { readCauseRow } from '../state-counts.ts';
import { heldCallSql, stateOf, stepsOnRelease } from '../steps.ts';
import type { DeliveryPlan, StoredLead } from '../stored-lead.ts';
import { changeCall, releaseCalls } from './call-writer.ts';
import type { PostgresContext } from './context.ts';
import type { Queryable } from './database.ts';
import { createErasures } from './erasures.ts';
import { createHoldPending } from './hold-pending.ts';
import { readPhoneRecords } from './phone-records.ts';

type Change = (stored: StoredLead, tx: Queryable) => Promise<ChangedLead | undefined>;

export function createLeadAdmin(context: PostgresContext): LeadAdmin {
  const { database, notify, webhooks, phoneHasher } = context;
  /** Changes a lead that no process is delivering, and its plan if `plan` is passed. */
  const rewrite = (lead: string, now: number, change: Change, plan?: DeliveryPlan) => {
    return database.transaction(async (tx) => {
      const { rows } = await tx.query(`SELECT ${leadColumns}, owner FROM leadchat.leads WHERE lead = $1 FOR UPDATE`, [
        lead,
      ]);
      const stored = rows[0] === undefined ? undefined : readLeadRow(rows[0]);
      // A scrubbed lead has no data to send.
      if (stored === undefined || stored.phone === '' || stored.unreadable !== undefined) return false;
      if (rows[0]?.owner !== null && stored.nextAt > now) return false;
      const changed = await change(stored, tx);
      if (changed === undefined) return false;
      const { state, steps } = changed;
      await tx.query(
        `UPDATE leadchat.leads SET state = $2, steps = $3, closed = $4, plan = $5, next_at = $6, ended_at = $7,
           owner = NULL WHERE lead = $1`,
        [
          lead,
          state,
          JSON.stringify(steps),
          changed.closed === undefined ? null : JSON.stringify(changed.closed),
          JSON.stringify(plan ?? stored.plan),
          now,
          state === 'pending' ? null : now,
        ],
      );
      await webhooks.leadChanged(tx, lead, now);
      if (state === 'pending') await notify(tx);
      return true;
    });
  };

  return {
    async list({ limit = 50, before, ...query }) {
      const { rows } = await database.query(
        `SELECT ${leadColumns} FROM leadchat.leads WHERE ${filterSql} 
           AND ($5::text IS NULL OR seq < (SELECT seq FROM leadchat.leads WHERE lead = $5))
         ORDER BY seq DESC LIMIT $6`,
        [...filterValues(query), before, Math.min(limit, 200)],
      );
      return rows.map(readLeadRow);
    },
    async countLeads(query) {
      const { rows } = await database.query(
        `SELECT count(*)::float8 AS n, (count(*) FILTER (WHERE steps LIKE '%"state":"unknown"%'))::float8 AS unknown
         FROM leadchat.leads WHERE ${filterSql}`,
        filterValues(query),
      );
      return { count: Number(rows[0]?.n), unknown: Number(rows[0]?.unknown) };
    },
    async countCauses() {
      const { rows } = await database.query(
        `SELECT state, ${causeSql} AS cause, count(*)::float8 AS n FROM leadchat.leads
         WHERE state IN ('unknown', 'dead', 'held') GROUP BY 1, 2 ORDER BY n DESC, cause`,
      );
      return rows.map(readCauseRow);
    },
    async listCalls({ state, before, limit = 50 }) {
      const { rows } = await database.query(
        `SELECT ${listedCallColumns} FROM leadchat.calls AS c LEFT JOIN leadchat.leads AS l ON l.lead = c.lead
         WHERE ($1::text IS NULL OR c.state = $1) AND ($2::text IS NULL OR
           (c.requested_at, c.call) < ((SELECT requested_at FROM leadchat.calls WHERE call = $2), $2))
         ORDER BY c.requested_at DESC, c.call DESC LIMIT $3`,
        [state, before, Math.min(limit, 200)],
      );
      return rows.map(readListedCallRow);
    },
    replay(lead, { now, callTtlMs, form }) {
      const replaySteps: Change = async (stored, tx) => {
        const again = hasEnded(stored) ? replayed(stored, form?.plan) : undefined;
        if (again === undefined) return undefined;
        const calls = again.filter(({ step, state }) => step === 'call' && state === 'pending');
        for (const { name = '' } of calls) {
          await changeCall(context, tx, name, { state: 'waiting', expiresAt: now + callTtlMs, ...form?.callback });
        }
        // How the lead ends is reported again, even if it ends as before.
        await tx.query('UPDATE leadchat.leads SET reported = NULL WHERE lead = $1', [lead]);
        return { state: stateOf(again), steps: again };
      };
      return rewrite(lead, now, replaySteps, form?.plan);
    },
    resolve(lead, outcome, decision) {
      return rewrite(lead, decision.now, async (stored) =>
        hasEnded(stored) ? resolved(stored, outcome, decision) : undefined,
      );
    },
    closeLead(lead, decision) {
      return rewrite(lead, decision.now, async (stored, tx) => {
        const changed = closed(stored, decision);
        if (changed === undefined) return undefined;
        const { rows } = await tx.query(`SELECT call FROM leadchat.calls WHERE lead = $1 AND ${openCallsSql}`, [lead]);
        for (const { call } of rows) await changeCall(context, tx, String(call), { state: 'cancelled' });
        return changed;
      });
    },
    correct(lead, request) {
      return database.transaction(async (tx) => {
        const { rows } = await tx.query(
          `SELECT ${leadColumns}, owner FROM leadchat.leads WHERE lead = $1 AND (owner IS NULL OR next_at <= $2) FOR UPDATE`,
          [lead, request.now],
        );
        const changed = rows[0] === undefined ? undefined : corrected(readLeadRow(rows[0]), request);
        if (changed === undefined) return false;
        await tx.query(
          'UPDATE leadchat.leads SET phone = $1, record = $2, steps = $3, corrections = $4 WHERE lead = $5',
          [...correctedColumns(changed), lead],
        );
        await tx.query('UPDATE leadchat.calls SET phone = $1 WHERE lead = $2', [changed.phone, lead]);
        return true;
      });
    },
    async heldCalls(leads) {
      const { rows } = await database.query(
        `SELECT ${callColumns} FROM leadchat.calls WHERE lead = ANY($1) AND ${heldCallSql}`,
        [leads],
      );
      return rows.map(readCallRow);
    },
    release(lead, request) {
      return database.transaction(async (tx) => {
        const { rows } = await tx.query(
          `SELECT ${leadColumns} FROM leadchat.leads WHERE lead = $1 AND state = 'held' FOR UPDATE`,
          [lead],
        );
        const stored = rows[0] === undefined ? undefined : readLeadRow(rows[0]);
        if (stored === undefined || stored.unreadable !== undefined) return false;
        const steps = stepsOnRelease(stored.steps, await releaseCalls(context, tx, lead, request));
        await tx.query(`UPDATE leadchat.leads SET state = 'pending', steps = $1, next_at = $2 WHERE lead = $3`, [
          JSON.stringify(steps),
          request.now,
          lead,
        ]);
        await notify(tx);
        return true;
      });
    },
    async erase(target) {
      const phone = 'phone' in target ? target.phone : undefined;
      const [which, values] =
        'leads' in target
          ? ['lead = ANY($1)', [target.leads]]
          : ['phone = $1 OR phone_hash = $2', [target.phone, phoneHasher.hash(target.phone)]];
      return database.transaction(async (tx) => {
        // Locks the leads before their calls and enrolments, like every transaction that adds to a lead. Otherwise a
        // call that is requested meanwhile would remain, or two transactions could deadlock.
        const { rows } = await tx.query(
          `SELECT lead, phone FROM leadchat.leads WHERE ${which} ORDER BY seq FOR UPDATE`,
          values,
        );
        const leads = rows.map(({ lead }) => lead);
        const phones = rows.map((row) => row.phone);
        // Also those that an older build left without a lead.
        await tx.query('DELETE FROM leadchat.enrolments WHERE phone = $3 OR (phone = ANY($1) AND lead = ANY($2))', [
          phones,
          leads,
          phone,
        ]);
        await tx.query('DELETE FROM leadchat.calls WHERE phone = $1 OR lead = ANY($2)', [phone, leads]);
        for (const table of ['webhooks', 'leads']) {
          await tx.query(`DELETE FROM leadchat.${table} WHERE lead = ANY($1)`, [leads]);
        }
        return leads.length;
      });
    },
    // Vacuum and the server's own log are up to the database's operator.
    emptyLog: async () => true,
    async countUnidentified() {
      const { rows } = await database.query(
        `SELECT count(*)::float8 AS n, max(ended_at) AS at FROM leadchat.leads
         WHERE phone = '' AND (phone_hash IS NULL OR phone_hash NOT LIKE $1)`,
        [`${phoneHasher.prefix}%`],
      );
      const at = rows[0]?.at;
      return { count: Number(rows[0]?.n), ...(typeof at === 'number' && { lastEndedAt: at }) };
    },
    ...createErasures(context),
    holdPending: createHoldPending(context),
    phoneRecords: (phone) => readPhoneRecords(context, phone),
    async activity(since, spanMs) {
      const { rows } = await database.query(
        `SELECT at, sum(captured)::float8 AS captured, sum(delivered)::float8 AS delivered FROM (
           SELECT floor(accepted_at / $2) AS at, 1 AS captured, 0 AS delivered FROM leadchat.leads
             WHERE accepted_at >= $1
           UNION ALL
           SELECT floor(ended_at / $2), 0, 1 FROM leadchat.leads WHERE ended_at >= $1 AND state = 'delivered'
         ) AS both_kinds GROUP BY at ORDER BY at`,
        [since, spanMs],
      );
      return rows.map(({ at, captured, delivered }) => ({
        from: Number(at) * spanMs,
        captured: Number(captured),
        delivered: Number(delivered),
      }));
    },
  };
}

type LeadFilter = Omit<LeadQuery, 'before' | 'limit'>;

function filterValues({ state, search = '', cause, leads }: LeadFilter) {
  return [state, search, cause, leads];
}

/** The JSON of a column, or NULL if it is of another type or no JSON. */
function jsonOf(column: string, type: 'object' | 'array'): string {
  const json = `leadchat.read_json(${column})`;
  return `CASE WHEN jsonb_typeof(${json}) = '${type}' THEN ${json} END`;
}

/** `causeOf` of a lead. */
const causeSql = `
  CASE WHEN state = 'held' THEN coalesce(held, state) WHEN state IN ('unknown', 'dead') THEN coalesce((
    SELECT left(value ->> 'step' || ': ' || coalesce(value ->> 'answer', value ->> 'state'), 200)
    FROM jsonb_array_elements(${jsonOf('steps', 'array')}) WITH ORDINALITY AS step(value, position)
    WHERE value ->> 'state' = leads.state ORDER BY position LIMIT 1
  ), state) END`;

/** The condition of a filter, whose values are the first parameters. */
const filterSql = `($1::text IS NULL OR state = $1)
  AND ($2 = '' OR position($2 IN phone) > 0 OR position($2 IN lead) > 0 OR EXISTS (
    SELECT 1 FROM jsonb_each(${jsonOf('record', 'object')}) AS field (name, value)
    WHERE jsonb_typeof(value) IN ('string', 'number') AND position(lower($2) IN lower(value #>> '{}')) > 0))
  AND ($3::text IS NULL OR ${causeSql} = $3)
  AND ($4::text[] IS NULL OR lead = ANY($4))`;
