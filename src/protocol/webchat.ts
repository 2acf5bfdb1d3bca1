import * as z from 'zod/mini';
import { sessionId, uuid } from './identifiers.ts';

/** Body of webchat session initialization. `record` takes custom fields. */
export const initSessionRequest = z.looseObject({
  record: z.looseObject({
    phone: z.string().check(z.minLength(1)),
    first_name: z.optional(z.string()),
    last_name: z.optional(z.string()),
  }),
  flow_id: uuid,
});
export type InitSessionRequest = z.infer<typeof initSessionRequest>;

/** Webchat session. */
export const webchatSession = z.looseObject({
  flow_id: uuid,
  session: sessionId,
  flow_port: z.optional(z.int()),
  wss_test_url: z.optional(z.string()),
});
export type WebchatSession = z.infer<typeof webchatSession>;
