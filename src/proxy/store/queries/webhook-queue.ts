import { type WebhookState, webhookStates } from '../../../protocol/admin/webhooks.ts';
import { isReadable, unreadableReason } from '../../domain/lead.ts';
import type { SqlValue, Transaction } from '../sql.ts';
import type { StoreContext } from '../store-context.ts';
import { readWebhook, receiverIds, type StoredWebhook, webhookColumns } from '../webhook-rows.ts';
import { conditions, withoutIndex } from './conditions.ts';
import { countStates } from './count-states.ts';
import { type ClaimRequest, claimDue, isFree } from './leases.ts';
import type { ReceiverBook } from './saved-receivers.ts';

/** Which webhooks to list. */
export type WebhookQuery = {
  /** Only this one. */
  webhook?: string | undefined;
  /** Only those about this lead. */
  lead?: string | undefined;
  state?: WebhookState | undefined;
  /** Only webhooks before this one of an earlier page. */
  before?: string | undefined;
  /** At most 200. @default 50 */
  limit?: number | undefined;
};

export type WebhookClaim = ClaimRequest & { receiver: string };

export type ClaimedWebhooks = {
  webhooks: StoredWebhook[];
  /** Due webhooks that cannot be read. The claim has parked them: they are dead. */
  unreadable: string[];
  /** When the next webhook that is not due yet becomes due. */
  nextAt?: number | undefined;
};

export type WebhookOutcome = { at: number; answer: string } & (
  | { state: 'delivered' | 'dead' }
  /** Retried at `nextAt`, like all later webhooks of the same lead. */
  | {
      state: 'pending';
      nextAt: number;
      /** The receiver named this time. So the attempt does not count, and `pullWebhooks` of this receiver leaves the webhook there. */
      isAskedToWait?: boolean;
    }
);

export type OrphanedWebhooks = {
  /** Receivers that exist. */
  receivers: readonly string[];
  /** Later webhooks stay: another proxy may still have their receiver. */
  before: number;
  now: number;
  /** How many webhooks this call ends at most: other requests to the store wait for its transaction. */
  limit: number;
};

export type PullRequest = {
  now: number;
  /** Between two webhooks of a receiver, so that it is not flooded when it is back. */
  paceMs: number;
  /**
   * Only those of this receiver that did not ask them to wait, and each only once between two attempts of its own schedule.
   * Absent: all that wait for their next attempt.
   */
  receiver?: string | undefined;
};

/** One webhook, all dead ones, or all that wait for a receiver that is not configured. */
export type DismissedWebhooks = { webhook: string } | 'dead' | 'orphaned';

/**
 * The part of the store that webhooks use. A change of a lead or call writes one row for each receiver of its event, in
 * the same transaction.
 */
export function createWebhookQueue({ database, dashboard, notify }: StoreContext, book: ReceiverBook) {
  const findKnown = async () => [...new Set((await book.all(database)).flatMap(receiverIds))];
  const { indexedBy, isIn, skipLocked } = database.dialect;
  const dueWebhooks = `webhooks AS w${indexedBy('webhooks_due')}`;

  // The oldest pending webhook of each lead. Without statistics, Postgres would turn NOT EXISTS into a scan of all pending
  // webhooks, and look for those of a lead among them, too, if it could tell that they are pending.
  const isDue = `
    w.receiver = $1 AND w.state = 'pending' AND w.next_at <= $2 AND NOT (${isIn('w.webhook', '$3')}) AND w.seq =
      (SELECT min(o.seq) FROM webhooks AS o${indexedBy('webhooks_lead')}
       WHERE o.lead = w.lead AND o.receiver = w.receiver AND ${withoutIndex('o.state')} = 'pending')`;
  const findDue = `SELECT w.seq, w.lead FROM ${dueWebhooks} WHERE ${isDue} ORDER BY w.next_at, w.seq LIMIT $4`;
  const look = `
    SELECT (SELECT 1 FROM ${dueWebhooks} WHERE ${isDue} LIMIT 1) AS due,
      (SELECT min(w.next_at) FROM ${dueWebhooks} WHERE w.receiver = $1 AND w.state = 'pending' AND w.next_at > $2) AS at`;
  const claimThese = `UPDATE webhooks SET owner = $2, next_at = $3 WHERE ${isIn('seq', '$1')}`;
  const readThese = `
    SELECT ${webhookColumns} FROM webhooks AS w JOIN leads AS l ON l.lead = w.lead
    WHERE ${isIn('w.seq', '$1')} ORDER BY w.seq`;
  /** Goes from one receiver to the next in the index, instead of through all pending webhooks. */
  const pendingReceivers = `
    WITH RECURSIVE receivers (receiver) AS (
      SELECT min(receiver) FROM webhooks${indexedBy('webhooks_due')} WHERE state = 'pending'
      UNION ALL
      SELECT (SELECT min(webhooks.receiver) FROM webhooks${indexedBy('webhooks_due')}
              WHERE state = 'pending' AND webhooks.receiver > receivers.receiver)
      FROM receivers WHERE receivers.receiver IS NOT NULL
    ) SELECT receiver FROM receivers WHERE receiver IS NOT NULL`;
  /** The later webhooks of the same leads wait as long, so that they arrive in order. */
  const postpone = `
    UPDATE webhooks${indexedBy('webhooks_lead')} SET next_at = $1
    WHERE ${isIn('lead', '$3')} AND receiver = $2 AND ${withoutIndex('state')} = 'pending' AND owner IS NULL`;
  /** A pending webhook that none of these receivers posts. */
  const isOrphaned = (receivers: string) =>
    `w.state = 'pending' AND w.receiver IN (${pendingReceivers} AND NOT (${isIn('receiver', receivers)}))`;
  const replay = `
    UPDATE webhooks SET state = 'pending', attempts = 0, pulled = NULL, next_at = $1, ended_at = NULL, answer = NULL,
      owner = NULL`;
  const dismiss = `UPDATE webhooks SET state = 'dismissed', ended_at = coalesce(ended_at, $1), owner = NULL`;
  /** One attempt less than it had: so `isWaiting` leaves the webhook where it is until its next failure. */
  const waited = 'pulled = attempts - 1';
  const isWaiting = (receiver: string | undefined) => `
    state = 'pending' AND next_at > $1 AND answer IS NOT NULL AND owner IS NULL
    ${receiver === undefined ? '' : 'AND receiver = $3 AND (pulled IS NULL OR attempts > pulled + 1)'}`;

  const claim = async (tx: Transaction, { receiver, owner, now, leaseMs, limit, except = [] }: WebhookClaim) => {
    const until = now + leaseMs;
    const due = await tx.all(`${findDue}${skipLocked}`, [receiver, now, except, limit]);
    if (due.length === 0) return [];
    const found = due.map(({ seq }) => Number(seq));
    await tx.run(claimThese, [found, owner, until]);
    const claimed = (await tx.all(readThese, [found])).map(readWebhook);
    const damaged = claimed.filter((webhook) => !isReadable(webhook)).map(({ id }) => id);
    const leads = claimed.filter(isReadable).map(({ lead }) => lead.id);
    if (leads.length > 0) await tx.run(postpone, [until, receiver, leads]);
    if (damaged.length > 0) {
      await tx.run(
        `UPDATE webhooks SET state = 'dead', ended_at = $1, answer = $2, owner = NULL WHERE ${isIn('webhook', '$3')}`,
        [now, unreadableReason, damaged],
      );
    }
    return claimed;
  };

  /** Gives webhooks that are stored under the URL of a receiver with a name to that name, at most `limit` of each. */
  const adopt = async (state: WebhookState, limit: number): Promise<number> => {
    let adopted = 0;
    for (const receiver of await book.all(database)) {
      if (!('url' in receiver) || receiver.name === undefined) continue;
      const { count } = await database.run(
        `UPDATE webhooks SET receiver = $1 WHERE seq IN
           (SELECT seq FROM webhooks WHERE receiver = $2 AND state = '${state}' LIMIT $3${skipLocked})`,
        [receiver.name, receiver.url, limit],
      );
      adopted += count;
    }
    return adopted;
  };

  const replayed = async (now: number, which: string, values: readonly SqlValue[] = []): Promise<number> => {
    const sql = `${replay} WHERE ${which} AND ${isIn('receiver', '$2')}`;
    const { count } = await database.run(sql, [now, await findKnown(), ...values]);
    if (count > 0) await adopt('pending', count);
    if (count > 0) notify();
    return count;
  };

  return {
    /** Due webhooks of a receiver, but only the oldest pending one of each lead. */
    async claimWebhooks(request: WebhookClaim): Promise<ClaimedWebhooks> {
      const due = { sql: look, values: [request.receiver, request.now, request.except ?? []] };
      const { readable, ...others } = await claimDue(database, due, (tx) => claim(tx, request));
      return { webhooks: readable, ...others };
    },
    /** Stores the outcome of an attempt, unless another owner has claimed the webhook since. */
    async settleWebhook(id: string, owner: string, outcome: WebhookOutcome): Promise<void> {
      const { state, answer, at } = outcome;
      const nextAt = state === 'pending' ? outcome.nextAt : at;
      const isAskedToWait = state === 'pending' && outcome.isAskedToWait === true;
      await database.transaction(async (tx) => {
        const { rows } = await tx.run(
          `UPDATE webhooks SET state = $3, ${isAskedToWait ? waited : 'attempts = attempts + 1'}, answer = $4,
             ended_at = $5, next_at = $6, owner = NULL
           WHERE webhook = $1 AND owner = $2 RETURNING lead, receiver`,
          [id, owner, state, answer, state === 'pending' ? null : at, nextAt],
        );
        const [row] = rows;
        if (row !== undefined) await tx.run(postpone, [nextAt, String(row.receiver), [String(row.lead)]]);
      });
    },
    /** Ends webhooks whose receiver is gone, because nobody posts them any more. Resolves with their number. */
    async endOrphanedWebhooks({ receivers, before, now, limit }: OrphanedWebhooks): Promise<number> {
      const { count } = await database.run(
        `UPDATE webhooks SET state = 'dead', ended_at = $1, answer = 'no such receiver', owner = NULL WHERE seq IN
           (SELECT w.seq FROM ${dueWebhooks} WHERE w.created_at < $2 AND ${isFree('$1', 'w')}
              AND ${isOrphaned('$3')} LIMIT $4${skipLocked})`,
        [now, before, receivers, limit],
      );
      return count;
    },
    /** Makes webhooks that wait for another attempt due, the oldest first. Resolves with their number. */
    async pullWebhooks({ now, paceMs, receiver }: PullRequest): Promise<number> {
      const { count } = await database.run(
        `UPDATE webhooks AS w SET pulled = w.attempts,
           next_at = CASE WHEN w.next_at < $1 + (waiting.position - 1) * $2 THEN w.next_at
             ELSE $1 + (waiting.position - 1) * $2 END
         FROM (
           SELECT seq, row_number() OVER (PARTITION BY receiver ORDER BY seq) AS position
           FROM webhooks${indexedBy('webhooks_due')} WHERE ${isWaiting(receiver)}
         ) AS waiting WHERE w.seq = waiting.seq AND w.owner IS NULL`,
        receiver === undefined ? [now, paceMs] : [now, paceMs, receiver],
      );
      if (count > 0) notify();
      return count;
    },
    /**
     * Gives webhooks that were stored under the URL of a receiver to the name that it has now, at most `limit` of each receiver.
     * Resolves with their number.
     */
    async adoptWebhooks(limit: number): Promise<number> {
      const adopted = (await adopt('pending', limit)) + (await adopt('dead', limit));
      if (adopted > 0) notify();
      return adopted;
    },
    /** Newest first. */
    async listWebhooks({ webhook, lead, state, before, limit = 50 }: WebhookQuery): Promise<StoredWebhook[]> {
      const { where, values } = conditions([
        [(value) => `w.webhook = ${value}`, webhook],
        [(value) => `w.lead = ${value}`, lead],
        [(value) => `w.state = ${value}`, state],
        [(value) => `w.seq < (SELECT seq FROM webhooks WHERE webhook = ${value})`, before],
      ]);
      const rows = await dashboard.all(
        `SELECT ${webhookColumns} FROM webhooks AS w JOIN leads AS l ON l.lead = w.lead ${where}
         ORDER BY w.seq DESC LIMIT $${values.length + 1}`,
        [...values, Math.min(limit, 200)],
      );
      return rows.map(readWebhook);
    },
    /** Posts a webhook again. Resolves with false if it does not exist, is being posted or has no receiver any more. */
    replayWebhook: async (id: string, now: number): Promise<boolean> =>
      (await replayed(now, `webhook = $3 AND ${isFree('$1')}`, [id])) > 0,
    /** Posts all dead webhooks again whose receiver is configured. Resolves with their number. */
    replayDeadWebhooks: (now: number): Promise<number> => replayed(now, `state = 'dead'`),
    /** Gives up webhooks that are dead, or wait for a receiver that is not configured. Resolves with their number. */
    async dismissWebhooks(which: DismissedWebhooks, now: number): Promise<number> {
      const known = await findKnown();
      const orphans = `seq IN (SELECT w.seq FROM ${dueWebhooks} WHERE ${isOrphaned('$2')})`;
      const { count } = await (which === 'dead'
        ? database.run(`${dismiss} WHERE state = 'dead'`, [now])
        : which === 'orphaned'
          ? database.run(`${dismiss} WHERE ${isFree('$1')} AND ${orphans}`, [now, known])
          : database.run(`${dismiss} WHERE webhook = $3 AND ${isFree('$1')} AND (state = 'dead' OR ${orphans})`, [
              ...[now, known],
              which.webhook,
            ]));
      // What waited behind them is due.
      if (count > 0) notify();
      return count;
    },
    /** How many webhooks wait for a receiver that is not configured. */
    async orphanedWebhookCount(): Promise<number> {
      const sql = `SELECT count(*) AS n FROM ${dueWebhooks} WHERE ${isOrphaned('$1')}`;
      return Number((await dashboard.get(sql, [await findKnown()]))?.n);
    },
    webhookCounts: (): Promise<Record<WebhookState, number>> => countStates(dashboard, 'webhooks', webhookStates),
    /** When the oldest pending webhook was created; undefined when none is pending. */
    async oldestPendingWebhookAt(): Promise<number | undefined> {
      const row = await dashboard.get(`SELECT created_at FROM webhooks WHERE state = 'pending' ORDER BY seq LIMIT 1`);
      return row === undefined ? undefined : Number(row.created_at);
    },
  };
}
