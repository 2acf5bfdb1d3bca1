import type {
  CallCap,
  CallChange,
  CallDecision,
  CallKeys,
  CallPlan,
  CallRequested,
  LeadCall,
  PlannedCallDecision,
} from '../call-log.ts';
import { callKeys, capsOnRequest, newCallColumns, newCallValues, refusedPlan, requestDataJson } from '../call-row.ts';
import type { NewLead } from '../lead-intake.ts';
import { decideHeldCall, heldReason, plannedCallObstacle } from '../steps.ts';
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
  /** Decides again about the call-back of a held lead. Undefined for any other call. */
  reconsider(id: string, now: number, caps: readonly CallCap[]): CallDecision | undefined;
  /** Ends the plan of a call. Undefined if the call is not planned. */
  start(id: string, lead: StoredLead | undefined, decision: PlannedCallDecision): CallDecision | undefined;
};

export function createCallWriter({ db, now, webhooks }: SqliteContext): CallWriter {
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
    reconsider(id, now, caps) {
      const row = find.get(id);
      if (row?.state !== 'refused' || row.reason !== heldReason) return undefined;
      const reached = callCaps.findReached(callKeys(row), caps, now);
      const decision = decideHeldCall(Number(row.expires_at), now, reached?.cap);
      change(id, decision);
      return decision;
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
