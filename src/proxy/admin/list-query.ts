import type { Context } from 'hono';
import * as z from 'zod';
import type { AppEnvironment } from '../http/app-environment.ts';
import { badRequest, issuesOf } from '../http/proxy-error.ts';

/** The query parameter `limit` of every list. */
export const pageLimit = z.coerce.number().int().min(1).max(200).default(50);

/**
 * Checks the query parameters of a list.
 * @throws ProxyError 400
 */
export function readQuery<T>(c: Context<AppEnvironment>, schema: z.ZodType<T>): T {
  const query = schema.safeParse(c.req.query());
  if (!query.success) throw badRequest(issuesOf(query.error));
  return query.data;
}

/** The last entry of a full page, from which the next page continues. Undefined when there are no more entries. */
export function lastOfFullPage<T>(entries: readonly T[], limit: number): T | undefined {
  return entries.length === limit ? entries.at(-1) : undefined;
}
