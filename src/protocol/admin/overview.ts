import * as z from 'zod/mini';
import { callStates } from '../proxy/call-state.ts';
import { funnelGoals } from '../proxy/funnel-goals.ts';
import { leadStates } from '../proxy/lead-state.ts';
import { time } from './leads.ts';
import { adminOperator } from './operator.ts';
import { webhookStates } from './webhooks.ts';

/** 200 of `GET /admin/api/overview`. */
export const adminOverview = z.object({
  /** The sites whose pages may call this proxy: `https://www.example.com`. */
  sites: z.optional(z.array(z.url())),
  /** Who asks. */
  operator: z.optional(adminOperator),
  /** The routes that the role of who asks may use: `POST /leads/:lead/replay`. The dashboard offers only what they do. */
  allowed: z.optional(z.array(z.string())),
  /** The names of the configured forms. */
  forms: z.optional(z.array(z.string())),
  /** What counts in experiments, by their names. Those that leave it open are left out. */
  goals: z.optional(z.record(z.string(), z.enum(funnelGoals))),
  /** Whether the proxy serves the chat as a page of its own. */
  hostedChat: z.optional(z.boolean()),
  counts: z.record(z.enum(leadStates), z.number()),
  calls: z.optional(z.record(z.enum(callStates), z.number())),
  /** Absent when no receiver is configured and there is no webhook. */
  webhooks: z.optional(z.record(z.enum(webhookStates), z.number())),
  /** How many webhooks wait for a receiver that is not configured. Nobody posts them. */
  orphanedWebhooks: z.optional(z.number()),
  /** Absent when settings cannot be changed in the dashboard. `ignored`: how many saved ones have no effect. */
  settings: z.optional(z.object({ ignored: z.number() })),
  /** Whether leads are accepted now. `reason`: why not. */
  intake: z.object({ state: z.enum(['open', 'closed']), reason: z.optional(z.string()) }),
  delivery: z.object({
    state: z.string(),
    running: z.number(),
    breaker: z.object({
      state: z.enum(['closed', 'open', 'half-open']),
      reason: z.optional(z.string()),
      since: z.optional(time),
      probeAt: z.optional(time),
    }),
  }),
  /** The last 48 hours, one entry per hour, oldest first. */
  activity: z.array(z.object({ from: time, captured: z.number(), delivered: z.number() })),
});
export type AdminOverview = z.infer<typeof adminOverview>;
