import { webhookStates } from '../../../protocol/index.ts';
import { unreadableReason } from '../steps.ts';
import type { WebhookQueue } from '../webhook-queue.ts';
import { readWebhookRow, webhookColumns } from '../webhook-row.ts';
import type { SqliteContext } from './open-database.ts';
import { sqliteError } from './sqlite-error.ts';
import { createStateCounter } from './state-counter.ts';

export function createWebhookQueue({ db, write, notify }: SqliteContext): WebhookQueue {
  const select = `SELECT ${webhookColumns} FROM webhooks AS w JOIN leads AS l ON l.lead = w.lead`;
  // The indexes are named because without statistics SQLite takes another one for the oldest webhook of a lead.
  const claimable = db.prepare(
    `SELECT ${webhookColumns} FROM webhooks AS w INDEXED BY webhooks_due JOIN leads AS l ON l.lead = w.lead
     WHERE w.receiver = ? AND w.state = 'pending' AND w.next_at <= ? AND w.seq =
       (SELECT min(seq) FROM webhooks AS o INDEXED BY webhooks_lead
        WHERE o.lead = w.lead AND o.receiver = w.receiver AND o.state = 'pending')
     ORDER BY w.next_at, w.seq LIMIT ?`,
  );
  const next = db.prepare(
    `SELECT min(next_at) AS at FROM webhooks INDEXED BY webhooks_due
     WHERE receiver = ? AND state = 'pending' AND next_at > ?`,
  );
  const lease = db.prepare('UPDATE webhooks SET owner = ? WHERE webhook = ?');
  const park = db.prepare(
    `UPDATE webhooks SET state = 'dead', ended_at = ?, answer = ?, owner = NULL WHERE webhook = ?`,
  );
  const postpone = db.prepare(
    `UPDATE webhooks INDEXED BY webhooks_lead SET next_at = ? WHERE lead = ? AND receiver = ? AND state = 'pending'`,
  );
  const settle = db.prepare(
    `UPDATE webhooks SET state = ?, attempts = attempts + 1, answer = ?, ended_at = ?, owner = NULL
     WHERE webhook = ? AND owner = ? RETURNING lead, receiver`,
  );
  const list = db.prepare(
    `${select} WHERE w.seq < coalesce((SELECT seq FROM webhooks WHERE webhook = $before), 9e15)
     AND ($state IS NULL OR w.state = $state) ORDER BY w.seq DESC LIMIT $limit`,
  );
  const renew = `UPDATE webhooks SET state = 'pending', attempts = 0, pulled = NULL, next_at = ?, ended_at = NULL, answer = NULL`;
  const replay = db.prepare(`${renew} WHERE webhook = ? AND owner IS NULL`);
  const replayDead = db.prepare(`${renew} WHERE state = 'dead'`);
  const oldest = db.prepare(`SELECT created_at FROM webhooks WHERE state = 'pending' ORDER BY seq LIMIT 1`);

  const pull = db.prepare(
    `UPDATE webhooks SET next_at = min(next_at, $now + (waiting.position - 1) * $pace), pulled = attempts FROM (
       SELECT seq, row_number() OVER (PARTITION BY receiver ORDER BY seq) AS position
       FROM webhooks INDEXED BY webhooks_due
       WHERE state = 'pending' AND next_at > $now AND attempts > 0 AND owner IS NULL
         AND ($receiver IS NULL OR receiver = $receiver AND (pulled IS NULL OR attempts > pulled + 1))
     ) AS waiting WHERE webhooks.seq = waiting.seq`,
  );
  const nextReceiver = db.prepare(
    `SELECT min(receiver) AS receiver FROM webhooks INDEXED BY webhooks_due WHERE state = 'pending' AND receiver > ?`,
  );
  const retire = db.prepare(
    `UPDATE webhooks SET state = 'dead', ended_at = ?, answer = 'no such receiver' WHERE seq IN
       (SELECT seq FROM webhooks INDEXED BY webhooks_due
        WHERE receiver = ? AND state = 'pending' AND created_at < ? LIMIT ?)`,
  );

  /** Receivers with pending webhooks, one step in the index for each: a list of all webhooks would be long. */
  const waitingReceivers = () => {
    const receivers: string[] = [];
    for (;;) {
      const receiver = nextReceiver.get(receivers.at(-1) ?? '')?.receiver;
      if (typeof receiver !== 'string') return receivers;
      receivers.push(receiver);
    }
  };

  const read = async <T>(query: () => T): Promise<T> => {
    try {
      return query();
    } catch (error) {
      throw sqliteError(error);
    }
  };

  return {
    async claimWebhooks({ receiver, owner, now, leaseMs, limit }) {
      const hasDue = await read(() => claimable.all(receiver, now, 1).length > 0);
      const claimed = !hasDue
        ? []
        : await write(() => {
            const due = claimable.all(receiver, now, limit).map(readWebhookRow);
            for (const { id, lead, unreadable } of due) {
              if (unreadable === undefined) {
                lease.run(owner, id);
                postpone.run(now + leaseMs, lead.id, receiver);
              } else {
                park.run(now, unreadableReason, id);
              }
            }
            return due;
          });
      return read(() => {
        const at = next.get(receiver, now)?.at;
        return {
          webhooks: claimed.filter(({ unreadable }) => unreadable === undefined),
          unreadable: claimed.filter(({ unreadable }) => unreadable !== undefined).map(({ id }) => id),
          ...(typeof at === 'number' ? { nextAt: at } : {}),
        };
      });
    },
    async settleWebhook(id, owner, outcome) {
      await write(() => {
        const { state, answer, at } = outcome;
        const row = settle.get(state, answer, state === 'pending' ? null : at, id, owner);
        if (row === undefined) return;
        postpone.run(state === 'pending' ? outcome.nextAt : at, String(row.lead), String(row.receiver));
      });
    },
    async retireWebhooks({ receivers, before, now, limit }) {
      const gone = await read(() => waitingReceivers().filter((receiver) => !receivers.includes(receiver)));
      if (gone.length === 0) return 0;
      return write(() =>
        gone.reduce((sum, receiver) => sum + Number(retire.run(now, receiver, before, limit - sum).changes), 0),
      );
    },
    async pullWebhooks({ now, paceMs, receiver }) {
      const pulled = await write(() => Number(pull.run({ now, pace: paceMs, receiver: receiver ?? null }).changes));
      if (pulled > 0) notify();
      return pulled;
    },
    listWebhooks: ({ state, before, limit = 50 }) =>
      read(() =>
        list.all({ state: state ?? null, before: before ?? null, limit: Math.min(limit, 200) }).map(readWebhookRow),
      ),
    async replayWebhook(id, now) {
      const isReplayed = await write(() => replay.run(now, id).changes > 0);
      if (isReplayed) notify();
      return isReplayed;
    },
    async replayDeadWebhooks(now) {
      const replayed = await write(() => Number(replayDead.run(now).changes));
      if (replayed > 0) notify();
      return replayed;
    },
    webhookCounts: createStateCounter(db, 'webhooks', webhookStates),
    oldestPendingWebhookAt: () =>
      read(() => {
        const row = oldest.get();
        return row === undefined ? undefined : Number(row.created_at);
      }),
  };
}
