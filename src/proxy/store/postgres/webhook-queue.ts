import { webhookStates } from '../../../protocol/index.ts';
import { readCounts } from '../state-counts.ts';
import { unreadableReason } from '../steps.ts';
import type { StoredWebhook, WebhookQueue } from '../webhook-queue.ts';
import { readWebhookRow, webhookColumns } from '../webhook-row.ts';
import type { PostgresContext } from './context.ts';

// The oldest pending webhook of each lead. A scalar subquery, because without statistics the planner turns NOT EXISTS
// into a scan of all pending webhooks.
const claimDue = `
  WITH due AS (
    SELECT w.seq FROM leadchat.webhooks AS w
    WHERE w.receiver = $1 AND w.state = 'pending' AND w.next_at <= $2 AND w.seq =
      (SELECT min(o.seq) FROM leadchat.webhooks AS o
       WHERE o.lead = w.lead AND o.receiver = w.receiver AND o.state = 'pending')
    ORDER BY w.next_at, w.seq LIMIT $3 FOR UPDATE SKIP LOCKED)
  UPDATE leadchat.webhooks AS w SET owner = $4, next_at = $5 FROM due, leadchat.leads AS l
  WHERE w.seq = due.seq AND l.lead = w.lead RETURNING ${webhookColumns}, w.seq`;

const postpone = `
  UPDATE leadchat.webhooks SET next_at = $1
  WHERE receiver = $2 AND lead = ANY($3) AND state = 'pending' AND owner IS NULL`;

const park = `
  UPDATE leadchat.webhooks SET state = 'dead', ended_at = $1, answer = $2, owner = NULL WHERE webhook = ANY($3)`;

const renew = `
  UPDATE leadchat.webhooks SET state = 'pending', attempts = 0, pulled = NULL, next_at = $1, ended_at = NULL,
    answer = NULL`;

const pull = `
  UPDATE leadchat.webhooks AS w SET next_at = least(w.next_at, $1 + (waiting.position - 1) * $2), pulled = w.attempts
  FROM (
    SELECT seq, row_number() OVER (PARTITION BY receiver ORDER BY seq) AS position FROM leadchat.webhooks
    WHERE state = 'pending' AND next_at > $1 AND attempts > 0 AND owner IS NULL
      AND ($3::text IS NULL OR receiver = $3 AND (pulled IS NULL OR attempts > pulled + 1))
  ) AS waiting WHERE w.seq = waiting.seq AND w.owner IS NULL`;

export function createWebhookQueue({ database, notify }: PostgresContext): WebhookQueue {
  return {
    async claimWebhooks({ receiver, owner, now, leaseMs, limit }) {
      const claimed = await database.transaction(async (tx) => {
        const { rows } = await tx.query(claimDue, [receiver, now, limit, owner, now + leaseMs]);
        const due = rows.sort((a, b) => Number(a.seq) - Number(b.seq)).map(readWebhookRow);
        const [webhooks, damaged] = [due.filter(isReadable), due.filter((webhook) => !isReadable(webhook))];
        if (webhooks.length > 0) {
          await tx.query(postpone, [now + leaseMs, receiver, webhooks.map(({ lead }) => lead.id)]);
        }
        if (damaged.length > 0) await tx.query(park, [now, unreadableReason, damaged.map(({ id }) => id)]);
        return { webhooks, unreadable: damaged.map(({ id }) => id) };
      });
      const next = await database.query(
        `SELECT min(next_at) AS at FROM leadchat.webhooks WHERE receiver = $1 AND state = 'pending' AND next_at > $2`,
        [receiver, now],
      );
      const at = next.rows[0]?.at;
      return { ...claimed, ...(typeof at === 'number' ? { nextAt: at } : {}) };
    },
    async settleWebhook(id, owner, outcome) {
      const { state, answer, at } = outcome;
      const nextAt = state === 'pending' ? outcome.nextAt : at;
      await database.transaction(async (tx) => {
        const { rows } = await tx.query(
          `UPDATE leadchat.webhooks SET state = $3, attempts = attempts + 1, answer = $4, ended_at = $5, next_at = $6,
             owner = NULL WHERE webhook = $1 AND owner = $2 RETURNING lead, receiver`,
          [id, owner, state, answer, state === 'pending' ? null : at, nextAt],
        );
        if (rows[0] !== undefined) await tx.query(postpone, [nextAt, rows[0].receiver, [rows[0].lead]]);
      });
    },
    async retireWebhooks({ receivers, before, now, limit }) {
      const { rowCount } = await database.query(
        `UPDATE leadchat.webhooks SET state = 'dead', ended_at = $1, answer = 'no such receiver' WHERE seq IN
           (SELECT seq FROM leadchat.webhooks WHERE state = 'pending' AND created_at < $2 AND receiver <> ALL($3)
            LIMIT $4 FOR UPDATE SKIP LOCKED)`,
        [now, before, receivers, limit],
      );
      return rowCount ?? 0;
    },
    pullWebhooks({ now, paceMs, receiver }) {
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(pull, [now, paceMs, receiver]);
        if (rowCount !== 0) await notify(tx);
        return rowCount ?? 0;
      });
    },
    async listWebhooks({ state, before, limit = 50 }) {
      const { rows } = await database.query(
        `SELECT ${webhookColumns} FROM leadchat.webhooks AS w JOIN leadchat.leads AS l ON l.lead = w.lead
         WHERE ($1::text IS NULL OR w.state = $1)
           AND ($2::text IS NULL OR w.seq < (SELECT seq FROM leadchat.webhooks WHERE webhook = $2))
         ORDER BY w.seq DESC LIMIT $3`,
        [state, before, Math.min(limit, 200)],
      );
      return rows.map(readWebhookRow);
    },
    replayWebhook(id, now) {
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(`${renew} WHERE webhook = $2 AND owner IS NULL`, [now, id]);
        if (rowCount === 0) return false;
        await notify(tx);
        return true;
      });
    },
    replayDeadWebhooks(now) {
      return database.transaction(async (tx) => {
        const { rowCount } = await tx.query(`${renew} WHERE state = 'dead'`, [now]);
        if (rowCount !== 0) await notify(tx);
        return rowCount ?? 0;
      });
    },
    async webhookCounts() {
      const { rows } = await database.query(
        'SELECT state, count(*)::float8 AS n FROM leadchat.webhooks GROUP BY state',
      );
      return readCounts(webhookStates, rows);
    },
    async oldestPendingWebhookAt() {
      const { rows } = await database.query(
        `SELECT created_at FROM leadchat.webhooks WHERE state = 'pending' ORDER BY seq LIMIT 1`,
      );
      return rows[0] === undefined ? undefined : Number(rows[0].created_at);
    },
  };
}

function isReadable({ unreadable }: StoredWebhook): boolean {
  return unreadable === undefined;
}
