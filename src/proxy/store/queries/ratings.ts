import * as z from 'zod/mini';
import { changeLead } from '../../domain/lead-transitions.ts';
import { lockPersonal } from '../lead-row.ts';
import { describeRows } from '../rows.ts';
import type { StoreContext } from '../store-context.ts';
import type { LeadWriter } from './lead-writer.ts';

export type NewRating = {
  /** Hash of the request's Idempotency-Key. */
  key: string;
  /** Hash of the body. */
  bodyHash: string;
  at: number;
  form: string;
  page: string;
  rating: number;
  comment?: string | undefined;
  lead?: string | undefined;
};

const storedRating = z.object({
  at: z.number(),
  page: z.string(),
  rating: z.number(),
  comment: z.optional(z.string()),
  lead: z.optional(z.string()),
});
export type StoredRating = z.output<typeof storedRating>;

/** The rows of `ratings`. */
export const ratingRows = describeRows(storedRating);

export type ShownRating = StoredRating & { form: string; comment: string };

export type RatingQuery = { from: number; to: number; form?: string | undefined; limit: number };

/** Ratings that one call writes to their leads at most. */
const sliceSize = 50;

/** Before all ratings. */
const beginning = { at: 0, key: '' };

/** The part of the store that keeps how visitors found their chats. */
export function createRatings({ database, dashboard, notify }: StoreContext, { leads }: { leads: LeadWriter }) {
  /** The last rating of the last slice. The next slice begins behind it: some that wait may never be written. */
  let lookedAt = beginning;

  /** Resolves with whether it was written. A lead that is being delivered gets it later. */
  const apply = (key: string, now: number) =>
    database.transaction(async (tx) => {
      const row = await tx.get(
        `SELECT lead, at, rating, comment FROM ratings WHERE rating_key = $1 AND state = 'pending'`,
        [key],
      );
      if (row === undefined) return false;
      const before = await leads.lockFree(tx, String(row.lead), now);
      if (before === undefined) return false;
      const rating = Number(row.rating);
      const comment = typeof row.comment === 'string' ? row.comment : undefined;
      const rated = changeLead(before, { type: 'rated', rating, comment, now });
      if (rated === undefined) return false;
      // It may have waited for a lead that was being delivered, or have come late itself.
      const newer = await tx.get(`SELECT 1 FROM ratings WHERE lead = $1 AND state = 'done' AND at > $2 LIMIT 1`, [
        before.lead.id,
        Number(row.at),
      ]);
      const after = newer === undefined ? rated : before;
      // Another proxy may have written it while this one waited for the lead.
      const { rows } = await tx.run(
        `UPDATE ratings SET state = 'done' WHERE rating_key = $1 AND state = 'pending' RETURNING rating_key`,
        [key],
      );
      if (rows.length === 0) return false;
      const facts = { type: 'chat.rated', state: before.lead.state, rating } as const;
      await leads.write(tx, [{ before, after, now, owner: null, reports: [facts] }]);
      return true;
    });

  return {
    /**
     * `repeated`: this request is stored already. `key-reused`: its key came with another body. `no-lead`: its lead does not exist, or
     * the lead's personal data is deleted.
     */
    addRating: ({
      key,
      bodyHash,
      at,
      form,
      page,
      rating,
      comment,
      lead,
    }: NewRating): Promise<'stored' | 'repeated' | 'key-reused' | 'no-lead'> =>
      database.transaction(async (tx) => {
        if (lead !== undefined && !(await lockPersonal(tx, database.dialect, lead))) return 'no-lead';
        const state = lead === undefined ? 'done' : 'pending';
        const { rows } = await tx.run(
          `INSERT INTO ratings (rating_key, body_hash, at, form, page, rating, comment, lead, state)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (rating_key) DO NOTHING RETURNING rating_key`,
          [key, bodyHash, at, form, page, rating, comment ?? null, lead ?? null, state],
        );
        if (rows.length > 0) return 'stored';
        const known = await tx.get('SELECT body_hash FROM ratings WHERE rating_key = $1', [key]);
        return known?.body_hash === bodyHash ? 'repeated' : 'key-reused';
      }),
    /**
     * Writes ratings to leads that are delivered, or ended otherwise: each once, in the transaction that adds the step which takes it to
     * the service. Those of leads that are being delivered, or are held, wait. Resolves with how many were written.
     */
    async applyRatings(now: number): Promise<number> {
      const due = await database.all(
        `SELECT r.at, r.rating_key FROM ratings AS r JOIN leads AS l ON l.lead = r.lead
         WHERE r.state = 'pending' AND l.state NOT IN ('pending', 'held') AND l.phone <> ''
           AND (r.at > $1 OR (r.at = $1 AND r.rating_key > $2))
         ORDER BY r.at, r.rating_key LIMIT ${sliceSize}`,
        [lookedAt.at, lookedAt.key],
      );
      const last = due.length < sliceSize ? undefined : due.at(-1);
      lookedAt = last === undefined ? beginning : { at: Number(last.at), key: String(last.rating_key) };
      let count = 0;
      for (const row of due) if (await apply(String(row.rating_key), now)) count += 1;
      if (count > 0) notify();
      return count;
    },
    /** Those with a comment, newest first. */
    async listRatings({ from, to, form, limit }: RatingQuery): Promise<ShownRating[]> {
      const rows = await dashboard.all(
        `SELECT form, ${ratingRows.list} FROM ratings
         WHERE at >= $1 AND at < $2 AND comment IS NOT NULL AND (form = $3 OR $3 = '')
         ORDER BY at DESC LIMIT $4`,
        [from, to, form ?? '', limit],
      );
      return rows.map((row) => {
        const { comment = '', ...others } = ratingRows.read(row);
        return { ...others, comment, form: String(row.form) };
      });
    },
    /**
     * Deletes the ratings without a lead before this time, with their comments. What was counted stays. Those of a lead go with its
     * personal data: it may wait for the operator, and its rating for it.
     */
    async sweepRatings(before: number): Promise<void> {
      await database.run('DELETE FROM ratings WHERE at < $1 AND lead IS NULL', [before]);
    },
  };
}
