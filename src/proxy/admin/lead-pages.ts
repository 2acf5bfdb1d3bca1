import type { LeadFilter } from '../../protocol/index.ts';
import { fieldOfVariant } from '../funnel/lead-dimensions.ts';
import type { LeadAdmin, LeadQuery, StoredLead } from '../store/index.ts';
import { lastOfFullPage } from './list-query.ts';

export type LeadPage = { leads: StoredLead[]; next: string | undefined };

/** A page of the leads that match, newest first. `next` is set if there may be more. */
export async function findPage(
  store: Pick<LeadAdmin, 'list'>,
  filter: LeadFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<LeadPage> {
  const leads = await store.list({ ...queryOf(filter), limit, ...(before !== undefined && { before }) });
  return { leads, next: lastOfFullPage(leads, limit)?.id };
}

export function queryOf({ variant, from, to, ...filter }: LeadFilter): LeadQuery {
  const { state, cause, search, form, page, leads } = filter;
  return {
    ...(state !== undefined && { state }),
    ...(cause !== undefined && { cause }),
    ...(search !== undefined && { search }),
    ...(form !== undefined && { form }),
    ...(page !== undefined && { page }),
    ...(variant !== undefined && { field: fieldOfVariant(variant) }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
    ...(leads !== undefined && { leads }),
  };
}
