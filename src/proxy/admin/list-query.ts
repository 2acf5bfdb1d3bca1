import type { Context } from 'hono';
import * as z from 'zod';
import { type CallFilter, cleanText, type LeadFilter } from '../../protocol/index.ts';
import type { FormConfig } from '../config/form-schema.ts';
import type { StoredLead } from '../domain/lead.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { badRequest, issuesOf } from '../http/proxy-error.ts';
import { fieldOfVariant } from '../record-fields.ts';
import type { LeadAdmin } from '../store/lead-store.ts';
import type { CallQuery, LeadQuery } from '../store/queries/lead-lists.ts';
import { countriesOf } from '../written-phone.ts';
import { phonesOf } from './phone-search.ts';

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
export function nextOf(entries: readonly { id: string }[], limit: number): string | undefined {
  return entries.length === limit ? entries.at(-1)?.id : undefined;
}

export type LeadPage = { leads: StoredLead[]; next: string | undefined };

/** A page of the leads that match, newest first. `next` is set if there may be more. */
export async function findPage(
  store: Pick<LeadAdmin, 'list'>,
  query: LeadQuery,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<LeadPage> {
  const leads = await store.list({ ...query, limit, before });
  return { leads, next: nextOf(leads, limit) };
}

/** `forms`: their countries say what a phone without `+` means. */
export function queryOf(filter: LeadFilter, forms: Readonly<Record<string, FormConfig>>): LeadQuery {
  const { state, cause, leads } = filter;
  const search = filter.search === undefined ? undefined : cleanText(filter.search);
  const phones = search === undefined ? [] : phonesOf(search, countriesOf(forms));
  return { state, cause, search, phones, leads, ...scopeOf(filter) };
}

export function callQueryOf({ state, lead, answered, ...scope }: CallFilter): CallQuery {
  return { state, lead, isAnswered: answered !== undefined, ...scopeOf(scope) };
}

/** What the lists of leads and calls are narrowed by alike. */
function scopeOf({ form, page, variant, from, to }: Omit<CallFilter, 'state' | 'lead' | 'answered'>) {
  return {
    form,
    page,
    field: variant === undefined ? undefined : fieldOfVariant(variant),
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to),
  };
}
