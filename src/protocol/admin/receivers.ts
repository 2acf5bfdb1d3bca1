import * as z from 'zod/mini';
import { callStates } from '../proxy/call-state.ts';
import { leadStates } from '../proxy/lead-state.ts';
import { webhookTypes } from '../proxy/webhook.ts';
import { jsonValue } from './settings.ts';

/** What a receiver of webhooks gets: events for a program, messages for people, or a JSON of its own. */
export const receiverFormats = ['standard', 'slack', 'teams', 'custom'] as const;
export type ReceiverFormat = (typeof receiverFormats)[number];

const events = z.array(z.enum(webhookTypes));
const states = z.array(z.enum([...leadStates, ...callStates]));

const receiverInfo = z.object({
  /** Identifies it in requests. It stays when somebody renames the receiver. */
  receiver: z.string(),
  /** Its name, or the host of its URL, whose path may be a secret. */
  name: z.string(),
  /** The configuration file, or the dashboard. */
  source: z.enum(['file', 'saved']),
  format: z.enum(receiverFormats),
  events,
  /** Only events after which the lead or the call is in one of these states. Absent: any. */
  states: z.optional(states),
  /** The host of its URL. Absent if what is saved of it cannot be read. */
  host: z.optional(z.string()),
  /** Whether what it gets is signed. */
  isSigned: z.optional(z.boolean()),
  acceptRedirect: z.optional(z.boolean()),
  /** Of one that is saved: counts its changes. */
  version: z.optional(z.number()),
  at: z.optional(z.iso.datetime()),
  by: z.optional(z.string()),
  /** Why nothing can be sent to it, and what to do. Continues its name. */
  problem: z.optional(z.string()),
});
export type WebhookReceiverInfo = z.infer<typeof receiverInfo>;

/** An event of a made-up lead. */
const messageExample = z.object({
  type: z.enum(webhookTypes),
  /** What people read in Slack and Teams. */
  title: z.string(),
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The JSON that programs get. */
  body: z.string(),
});
export type MessageExample = z.infer<typeof messageExample>;

/** `GET /admin/api/webhooks/receivers`: who gets webhooks. */
export const webhookReceivers = z.object({
  receivers: z.array(receiverInfo),
  /** Why none can be added here: there is no `LEADCHAT_SECRET_KEY`, or `adminSettings` is false. Absent: it is possible. */
  readOnly: z.optional(z.enum(['no-key', 'off'])),
  /** How many are still encrypted with the key before the newest one. */
  withOlderKey: z.number(),
  /** How the message of each event looks. */
  examples: z.array(messageExample),
});
export type WebhookReceivers = z.infer<typeof webhookReceivers>;

const name = z.string().check(z.minLength(1), z.maxLength(64));
const by = z.optional(z.string().check(z.maxLength(80)));

/** Body of `PUT /admin/api/webhooks/receivers`. What is absent stays as it is, so no secret has to be shown to be kept. */
export const receiverRequest = z.strictObject({
  /** Which one is changed, as `GET` says; then `name` may be another one. Absent: the one that is called `name`. */
  receiver: z.optional(name),
  name,
  /** The version that is changed; 0 adds a receiver. If there is another one meanwhile, the response is 409 `changed`. */
  version: z.int().check(z.minimum(0)),
  url: z.optional(z.string().check(z.maxLength(4000))),
  /** `null` removes it. */
  secret: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  /** As in the configuration file: a name, or an object, the JSON of its own. */
  format: z.optional(jsonValue),
  events: z.optional(events),
  /** `null`: any state. */
  states: z.optional(z.nullable(states)),
  acceptRedirect: z.optional(z.boolean()),
  by,
});

/** Body of `DELETE /admin/api/webhooks/receivers`. `receiver`: as in `PUT`. */
export const receiverRemoval = z.strictObject({
  receiver: z.optional(name),
  name,
  version: z.int().check(z.minimum(1)),
  by,
});

/** Body of `POST /admin/api/webhooks/receivers/seal`: encrypts with the newest key what an older one has encrypted. */
export const receiverSealing = z.strictObject({ by });

/** Body of `POST /admin/api/webhooks/test`. */
export const webhookTestRequest = z.strictObject({ receiver: z.string().check(z.minLength(1), z.maxLength(100)) });

/** What came back from the receiver: a status, `timeout`, or why no connection was made. */
export const webhookTested = z.object({ isTaken: z.boolean(), answer: z.string() });
