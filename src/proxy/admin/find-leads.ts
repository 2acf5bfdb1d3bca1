import type { AdminCause, LeadFilter, LeadState } from '../../protocol/index.ts';
import type { LeadAdmin, LeadQuery, StoredLead } from '../store/index.ts';

export type LeadPage = { leads: StoredLead[]; next: string | undefined };

const batchSize = 200;

/** A page of the leads that match, newest first. `next` is set if there may be more. */
export async function findLeads(
  store: Pick<LeadAdmin, 'list'>,
  { cause, ...filter }: LeadFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<LeadPage> {
  const query = queryOf(filter);
  if (cause === undefined) {
    const leads = await store.list({ ...query, ...(before !== undefined && { before }), limit });
    return { leads, next: leads.length === limit ? leads.at(-1)?.id : undefined };
  }
  // The cause follows from the steps, which the store keeps as JSON, so the leads are filtered here.
  const leads: StoredLead[] = [];
  for await (const lead of eachLead(store, query, before)) {
    if (causeOf(lead) !== cause) continue;
    leads.push(lead);
    if (leads.length === limit) return { leads, next: lead.id };
  }
  return { leads, next: undefined };
}

/** How many leads need the operator, by state and cause, most frequent first. */
export async function countCauses(store: Pick<LeadAdmin, 'list'>): Promise<AdminCause[]> {
  const counts = new Map<string, AdminCause>();
  for (const state of statesThatNeedAttention) {
    for await (const lead of eachLead(store, { state })) {
      const cause = causeOf(lead) ?? state;
      const key = `${state} ${cause}`;
      counts.set(key, { state, cause, count: (counts.get(key)?.count ?? 0) + 1 });
    }
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

const statesThatNeedAttention = ['unknown', 'dead', 'held'] as const satisfies LeadState[];

/** Why a lead needs the operator: the reason of a held lead, else the step that failed and its outcome. */
export function causeOf({ state, held, steps }: StoredLead): string | undefined {
  if (state === 'held') return held;
  if (state !== 'dead' && state !== 'unknown') return undefined;
  const failed = steps.find((step) => step.state === state);
  return failed === undefined ? undefined : `${failed.step}: ${failed.answer ?? failed.state}`.slice(0, 200);
}

async function* eachLead(store: Pick<LeadAdmin, 'list'>, query: LeadQuery, start?: string): AsyncGenerator<StoredLead> {
  let before = start;
  for (;;) {
    const batch = await store.list({ ...query, ...(before !== undefined && { before }), limit: batchSize });
    yield* batch;
    if (batch.length < batchSize) return;
    before = batch.at(-1)?.id;
  }
}

function queryOf({ state, search }: LeadFilter): LeadQuery {
  return { ...(state !== undefined && { state }), ...(search !== undefined && { search }) };
}
