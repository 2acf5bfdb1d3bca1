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
import type { Row, Transaction } from '../sql.ts';
import { decideHeldCall, heldCallSql, heldReason, plannedCallObstacle } from '../steps.ts';
import type { StoreContext } from '../store-context.ts';
import type { StoredLead } from '../stored-lead.ts';
import { createCallCaps } from './call-caps.ts';
import type { WebhookWriter } from './webhook-writer.ts';

/** Writes calls inside a transaction. `insert` writes every new row, and `change` every new state of a row. */
export type CallWriter = {
  /** Checks the caps and adds the row. */
  add(tx: Transaction, id: string, lead: string, phone: string, plan: CallPlan): Promise<CallRequested>;
  /** Adds the call-back of a new lead. A refused one is stored with its reason. */
  addWithLead(tx: Transaction, id: string, lead: string, newLead: NewLead): Promise<LeadCall | undefined>;
  change(tx: Transaction, id: string, change: CallChange): Promise<void>;
  /** Keeps a requested call of a held lead, instead of an earlier one. Resolves with its ID. */
  keepHeld(tx: Transaction, lead: string, phone: string, plan: CallPlan): Promise<string>;
  /** Decides about the calls of a held lead. */
  release(tx: Transaction, lead: string, request: ReleaseRequest): Promise<Map<string, ReleasedCall>>;
  /** Ends the plan of a call. Undefined if the call is not planned. */
  start(
    tx: Transaction,
    id: string,
    lead: StoredLead | undefined,
    decision: PlannedCallDecision,
  ): Promise<CallDecision | undefined>;
};

type CallTimes = { plannedAt?: number | undefined; expiresAt: number };

export function createCallWriter(
  { database: { dialect }, now, newId }: StoreContext,
  webhooks: WebhookWriter,
): CallWriter {
  const callCaps = createCallCaps(dialect);

  const insert = async (tx: Transaction, id: string, lead: string, phone: string, plan: CallPlan, refused?: string) => {
    const parameters = newCallColumns.map((_, index) => `$${index + 1}`);
    await tx.run(
      `INSERT INTO calls (${newCallColumns.join(', ')}) VALUES (${parameters.join(', ')})`,
      newCallValues(id, lead, phone, plan, refused),
    );
    await webhooks.callChanged(tx, id, plan.requestedAt);
  };

  const change: CallWriter['change'] = async (tx, id, fields) => {
    const { state, reason, serviceCall, transfers, checkedAt, expiresAt, agent, from } = fields;
    await tx.run(
      `UPDATE calls SET reason = CASE WHEN CAST($2 AS text) IS NULL THEN reason ELSE $3 END,
         state = coalesce($2, state), service_call = coalesce($4, service_call), transfers = coalesce($5, transfers),
         checked_at = coalesce($6, checked_at), expires_at = coalesce($7, expires_at),
         caller = CASE WHEN CAST($8 AS text) IS NULL THEN caller ELSE $9 END, agent = coalesce($8, agent)
       WHERE call = $1`,
      [id, state, reason, serviceCall, transfers, checkedAt, expiresAt, agent, from],
    );
    await webhooks.callChanged(tx, id, now());
  };

  const add: CallWriter['add'] = async (tx, id, lead, phone, plan) => {
    const { caps, requestedAt, plannedAt } = plan;
    const keys = callKeys({ phone, ...plan });
    // Two that count at the same time would both get the last call.
    await tx.lock('calls');
    const reached = await callCaps.findReached(tx, keys, capsOnRequest(plan), requestedAt);
    if (reached !== undefined) return { outcome: 'over-limit', ...reached };
    const full = plannedAt === undefined ? undefined : await callCaps.findFull(tx, keys, caps, plannedAt);
    if (full !== undefined) return { outcome: 'slot-full', cap: full };
    await insert(tx, id, lead, phone, plan);
    return { outcome: 'accepted', call: id };
  };

  const renewPlan = (tx: Transaction, id: string, plan: CallPlan) =>
    tx.run('UPDATE calls SET agent = $2, caller = $3, request_data = $4, requested_at = $5 WHERE call = $1', [
      id,
      plan.agent,
      plan.from,
      requestDataJson(plan.requestData),
      plan.requestedAt,
    ]);

  const setTimes = (tx: Transaction, id: string, { plannedAt, expiresAt }: CallTimes) =>
    tx.run('UPDATE calls SET planned_at = $2, expires_at = $3 WHERE call = $1', [id, plannedAt, expiresAt]);

  /** Hands a planned call to delivery with the current plan, if the caps allow it. */
  const place = async (tx: Transaction, id: string, keys: CallKeys, plan: CallPlan): Promise<CallDecision> => {
    await tx.lock('calls');
    const reached = await callCaps.findReached(tx, keys, plan.caps, plan.requestedAt, id);
    if (reached !== undefined) return { state: 'refused', reason: reached.cap };
    await renewPlan(tx, id, plan);
    return { state: 'waiting' };
  };

  const decideHeld = async (
    tx: Transaction,
    row: Row,
    { now, callCaps: caps, call: choice }: ReleaseRequest,
  ): Promise<ReleasedCall> => {
    const call = readCallRow(row);
    const decided = decideHeldCall(call, now, choice);
    if (decided !== 'place') return { state: decided };
    if (typeof choice !== 'string') {
      await setTimes(tx, call.id, { plannedAt: call.plannedAt, expiresAt: choice.expiresAt });
      return place(tx, call.id, callKeys(row), choice);
    }
    await tx.lock('calls');
    const reached = await callCaps.findReached(tx, callKeys(row), caps, now);
    return reached === undefined ? { state: 'waiting' } : { state: 'refused', reason: reached.cap };
  };

  return {
    add,
    change,
    async addWithLead(tx, id, lead, { phone, callback, held }) {
      if (callback === undefined) return undefined;
      if ('refused' in callback) {
        const { refused, requestedAt } = callback;
        await insert(tx, id, lead, phone, refusedPlan(requestedAt), refused);
        return { outcome: 'refused', id, reason: refused };
      }
      const requested = held === undefined ? await add(tx, id, lead, phone, callback) : undefined;
      if (requested?.outcome === 'accepted') return { outcome: 'accepted', id };
      const reason = requested?.outcome === 'over-limit' ? requested.cap : heldReason;
      await insert(tx, id, lead, phone, callback, reason);
      return { outcome: requested === undefined ? 'refused' : 'over-limit', id, reason };
    },
    async keepHeld(tx, lead, phone, plan) {
      const row = await tx.get(`SELECT call FROM calls WHERE lead = $1 AND ${heldCallSql}`, [lead]);
      if (row === undefined) {
        const id = newId();
        await insert(tx, id, lead, phone, plan, heldReason);
        return id;
      }
      const known = String(row.call);
      await renewPlan(tx, known, plan);
      await setTimes(tx, known, plan);
      return known;
    },
    async release(tx, lead, request) {
      const held = await tx.all(
        `SELECT ${callColumns}, ip, country FROM calls WHERE lead = $1 AND ${heldCallSql}${dialect.forUpdate}`,
        [lead],
      );
      const decisions = new Map<string, ReleasedCall>();
      for (const row of held) {
        const decision = await decideHeld(tx, row, request);
        await change(tx, String(row.call), decision);
        decisions.set(String(row.call), decision);
      }
      return decisions;
    },
    async start(tx, id, lead, decision) {
      const row = await tx.get(
        `SELECT phone, ip, country, expires_at FROM calls WHERE call = $1 AND state = 'planned'${dialect.forUpdate}`,
        [id],
      );
      if (row === undefined) return undefined;
      const decided =
        plannedCallObstacle(Number(row.expires_at), decision.requestedAt, lead) ??
        ('refused' in decision
          ? { state: 'refused', reason: decision.refused }
          : await place(tx, id, callKeys(row), decision));
      await change(tx, id, decided);
      return decided;
    },
  };
}
