import type * as z from 'zod/mini';
import { type AdminLead, type AdminOverview, adminLead, adminLeads, adminOverview, erased } from '../protocol/index.ts';

export type Answer<Value> =
  | { ok: true; value: Value }
  /** `refused`: the token is not the right one. `message` is for people. */
  | { ok: false; refused: boolean; message: string };

export type LeadFilter = { state?: AdminLead['state']; search?: string; before?: string };

export interface AdminClient {
  overview(): Promise<Answer<AdminOverview>>;
  leads(filter: LeadFilter): Promise<Answer<z.infer<typeof adminLeads>>>;
  replay(lead: string): Promise<Answer<AdminLead>>;
  resolve(lead: string, outcome: 'done' | 'skipped'): Promise<Answer<AdminLead>>;
  release(lead: string): Promise<Answer<AdminLead>>;
  erase(lead: string): Promise<Answer<z.infer<typeof erased>>>;
}

/** The operator's API. `base` ends in a slash. */
export function createAdminClient(base: string, token: string, send: typeof fetch): AdminClient {
  async function ask<Schema extends z.ZodMiniType>(
    schema: Schema,
    path: string,
    body?: object,
  ): Promise<Answer<z.output<Schema>>> {
    try {
      const response = await send(new URL(path, base), {
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok) return { ok: false, refused: response.status === 401, message: messageOf(answer) };
      return { ok: true, value: schema.parse(answer) };
    } catch {
      return { ok: false, refused: false, message: 'The proxy does not answer.' };
    }
  }
  const one = (lead: string) => `leads/${encodeURIComponent(lead)}`;
  return {
    overview: () => ask(adminOverview, 'overview'),
    leads: (filter) => ask(adminLeads, `leads?${new URLSearchParams(filter)}`),
    replay: (lead) => ask(adminLead, `${one(lead)}/replay`, {}),
    resolve: (lead, outcome) => ask(adminLead, `${one(lead)}/resolve`, { outcome }),
    release: (lead) => ask(adminLead, `${one(lead)}/release`, {}),
    erase: (lead) => ask(erased, `${one(lead)}/erase`, {}),
  };
}

function messageOf(answer: unknown): string {
  const message = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  return typeof message === 'string' ? message : 'The proxy refused this.';
}
