import * as z from 'zod/mini';
import { uuid } from './identifiers.ts';

/** A session for the browser: the service's, with the address to use it at. Null: chat anonymously. */
export const proxySession = z.nullable(z.looseObject({ flow_id: z.string(), session: z.string(), url: z.string() }));
export type ProxySession = z.infer<typeof proxySession>;

/** 202 of `POST /leads`. */
export const leadAccepted = z.looseObject({
  status: z.literal('accepted'),
  /** Our id of the lead, not the service's. */
  lead: uuid,
  session: proxySession,
});
export type LeadAccepted = z.infer<typeof leadAccepted>;

/** 200 of `POST /sessions`. */
export const sessionAnswer = z.looseObject({ status: z.literal('success'), session: proxySession });
