import type { Hono } from 'hono';
import * as z from 'zod';
import type { AdminRatings } from '../../protocol/admin/ratings.ts';
import { formName } from '../../protocol/identifiers.ts';
import type { AdminDeps } from '../deps.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { isoTime } from '../iso-time.ts';
import { readQuery, time } from './list-query.ts';

const dayMs = 86_400_000;
const maxShown = 200;

const ratingQuery = z.strictObject({
  /** @default 30 days before `to` */
  from: time.optional(),
  /** @default now */
  to: time.optional(),
  form: z.optional(formName),
});

/** `GET /ratings`: what visitors have written about their chats, newest first. */
export function addCommentRoute(app: Hono<AppEnvironment>, { store, now }: Pick<AdminDeps, 'store' | 'now'>): void {
  app.get('/ratings', async (c) => {
    const { to = now() + 1, from = to - 30 * dayMs, form } = readQuery(c, ratingQuery);
    const found = await store.listRatings({ from, to, form, limit: maxShown });
    const body: AdminRatings = { ratings: found.map(({ at, ...rating }) => ({ at: isoTime(at), ...rating })) };
    return c.json(body);
  });
}
