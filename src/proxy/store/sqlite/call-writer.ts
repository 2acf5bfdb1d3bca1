import type {
  CallChange,
  CallDecision,
  CallKeys,
  CallPlan,
  CallRequested,
  LeadCall,
  PlannedCallDecision,
  ReleasedCall,
} from '../call-log.ts';
import {
  callColumns,
  callKeys,
  capsOnRequest,
  newCallColumns,
  newCallValues,
  readCallRow,
  refusedPlan,
  requestDataJson,
} from '../call-row.ts';
import type { ReleaseRequest } from '../lead-admin.ts';
import type { NewLead } from '../lead-intake.ts';
import { decideHeldCall, heldCallSql, heldReason, plannedCallObstacle } from '../steps.ts';
import type { StoredLead } from '../stored-lead.ts';
import { createCallCaps } from './call-caps.ts';
import type { SqliteContext } from './open-database.ts';

/** Writes calls inside a transaction. `insert` writes every new row, and `change` every new state of a row. */
export type CallWriter = {
  /** Checks the caps and adds the row. */
  add(id: string, lead: string, phone: string, plan: CallPlan): CallRequested;
  /** Adds the call-back of a new lead. A refused one is stored with its reason. */
  addWithLead(id: string, lead: string, newLead: NewLead): LeadCall | undefined;
  change(id: string, change: CallChange): void;
  /** Keeps a requested call of a held lead, instead of an earlier one. Returns its ID. */
  keepHeld(lead: string, phone: string, plan: CallPlan): string;
  /** Decides about the calls of a held lead. */
  release(lead: string, request: ReleaseRequest): Map<string, ReleasedCall>;
  /** Ends the plan of a call. Undefined if the call is not planned. */
  start(id: string, lead: StoredLead | undefined, decision: PlannedCallDecision): CallDecision | undefined;
};

export function createCallWriter({ db, now, newId, webhooks }: SqliteContext): CallWriter {
  const callCaps = createCallCaps(db);
  const insertRow = db.prepare(`INSERT INTO calls (${newCallColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const changeRow = db.prepare(
    `UPDATE calls SET reason = iif(?1 IS NULL, reason, ?2), state = coalesce(?1, state),
       service_call = coalesce(?3, service_call), transfers = coalesce(?4, transfers),
       checked_at = coalesce(?5, checked_at), expires_at = coalesce(?6, expires_at),
       caller = iif(?7 IS NULL, caller, ?8), agent = coalesce(?7, agent) WHERE call = ?9`,
  );
  const renewPlan = db.prepare(
    'UPDATE calls SET agent = ?, caller = ?, request_data = ?, requested_at = ? WHERE call = ?',
  );
  const findHeld = db.prepare(`SELECT ${callColumns}, ip, country FROM calls WHERE lead = ? AND ${heldCallSql}`);
  const setTimes = db.prepare('UPDATE calls SET planned_at = ?, expires_at = ? WHERE call = ?');
  const find = db.prepare('SELECT state, reason, phone, ip, country, expires_at FROM calls WHERE call = ?');

  const insert = (id: string, lead: string, phone: string, plan: CallPlan, refused?: string) => {
    insertRow.run(...newCallValues(id, lead, phone, plan, refused));
    webhooks.callChanged(id, plan.requestedAt);
  };

  const change: CallWriter['change'] = (id, fields) => {
    const { state, reason, serviceCall, transfers, checkedAt, expiresAt, agent, from } = fields;
    const columns = [state, reason, serviceCall, transfers, checkedAt, expiresAt, agent, from];
    changeRow.run(...columns.map((value) => value ?? null), id);
    webhooks.callChanged(id, now());
  };

  const add: CallWriter['add'] = (id, lead, phone, plan) => {
    const { caps, requestedAt, plannedAt } = plan;
    const keys = callKeys({ phone, ...plan });
    const reached = callCaps.findReached(keys, capsOnRequest(plan), requestedAt);
    if (reached !== undefined) return { outcome: 'over-limit', ...reached };
    const full = plannedAt === undefined ? undefined : callCaps.findFull(keys, caps, plannedAt);
    if (full !== undefined) return { outcome: 'slot-full', cap: full };
    insert(id, lead, phone, plan);
    return { outcome: 'accepted', call: id };
  };

  /** Hands a planned call to delivery with the current plan, if the caps allow it. */
  const place = (id: string, keys: CallKeys, plan: CallPlan): CallDecision => {
    const reached = callCaps.findReached(keys, plan.caps, plan.requestedAt, id);
    if (reached !== undefined) return { state: 'refused', reason: reached.cap };
    renewPlan.run(plan.agent, plan.from ?? null, requestDataJson(plan.requestData), plan.requestedAt, id);
    return { state: 'waiting' };
  };

  return {
    add,
    change,
    addWithLead(id, lead, { phone, callback, held }) {
      if (callback === undefined) return undefined;
      if ('refused' in callback) {
        const { refused, requestedAt } = callback;
        insert(id, lead, phone, refusedPlan(requestedAt), refused);
        return { outcome: 'refused', id, reason: refused };
      }
      const requested = held === undefined ? add(id, lead, phone, callback) : undefined;
      if (requested?.outcome === 'accepted') return { outcome: 'accepted', id };
      const reason = requested?.outcome === 'over-limit' ? requested.cap : heldReason;
      insert(id, lead, phone, callback, reason);
      return { outcome: requested === undefined ? 'refused' : 'over-limit', id, reason };
    },
    keepHeld(lead, phone, plan) {
      const known = findHeld.get(lead)?.call;
      if (typeof known !== 'string') {
        const id = newId();
        insert(id, lead, phone, plan, heldReason);
        return id;
      }
      renewPlan.run(plan.agent, plan.from ?? null, requestDataJson(plan.requestData), plan.requestedAt, known);
      setTimes.run(plan.plannedAt ?? null, plan.expiresAt, known);
      return known;
    },
    release(lead, { now, callCaps: caps, call: choice }) {
      const decide = (row: Record<string, unknown>): ReleasedCall => {
        const call = readCallRow(row);
        const decided = decideHeldCall(call, now, choice);
        if (decided !== 'place') return { state: decided };
        if (typeof choice !== 'string') {
          setTimes.run(call.plannedAt ?? null, choice.expiresAt, call.id);
          return place(call.id, callKeys(row), choice);
        }
        const reached = callCaps.findReached(callKeys(row), caps, now);
        return reached === undefined ? { state: 'waiting' } : { state: 'refused', reason: reached.cap };
      };
      const decisions = new Map<string, ReleasedCall>();
      for (const row of findHeld.all(lead)) {
        const decision = decide(row);
        change(String(row.call), decision);
        decisions.set(String(row.call), decision);
      }
      return decisions;
    },
    start(id, lead, decision) {
      const row = find.get(id);
      if (row?.state !== 'planned') return undefined;
      const decided =
        plannedCallObstacle(Number(row.expires_at), decision.requestedAt, lead) ??
        ('refused' in decision ? { state: 'refused', reason: decision.refused } : place(id, callKeys(row), decision));
      change(id, decided);
      return decided;
    },
  };
}
