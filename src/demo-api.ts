import * as z from 'zod/mini';
import { adminCalls } from './protocol/admin/calls.ts';
import { adminLeads } from './protocol/admin/leads.ts';

/**
 * What the page /behind of the demo site asks its server: `GET /demo/state` and `POST /demo/faults`. Only `leadchat demo`
 * and `npm run dev` have these routes.
 */
export const demoFaults = ['service', 'slow', 'proxy'] as const;
export type DemoFault = (typeof demoFaults)[number];

/** Body of `POST /demo/faults`. `cut-socket` ends the open sockets once, and is no state. */
export const demoFaultRequest = z.union([
  z.strictObject({ fault: z.enum(demoFaults), isOn: z.boolean() }),
  z.strictObject({ fault: z.literal('cut-socket') }),
]);
export type DemoFaultRequest = z.infer<typeof demoFaultRequest>;

const record = z.record(z.string(), z.unknown());

export const demoState = z.object({
  faults: z.array(z.enum(demoFaults)),
  /** The proxy's leads and calls, newest first; null while it is down. */
  proxy: z.nullable(z.object({ leads: adminLeads.shape.leads, calls: adminCalls.shape.calls })),
  /** What has arrived at the service. */
  service: z.object({ leads: z.array(record), enrolments: z.array(record), calls: z.array(record) }),
});
export type DemoState = z.infer<typeof demoState>;
