import * as z from 'zod/mini';
import { wholeNumber } from '../form.ts';
import { uuid } from '../identifiers.ts';

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

/** Webchat session. Only `session` is required: the socket falls back to the requested flow and the configured host. */
export const webchatSession = z.looseObject({
  flow_id: z.nullish(uuid),
  /** Used only as an encoded path segment, so other forms than `webchat-session.<uuid>` do no harm. */
  session: z.string().check(z.regex(/^[A-Za-z0-9._-]{8,128}$/)),
  flow_port: z.nullish(z.union([wholeNumber, z.string()])),
  wss_test_url: z.nullish(z.string()),
});
export type WebchatSession = z.infer<typeof webchatSession>;
