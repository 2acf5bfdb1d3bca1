import * as z from 'zod';
import { callStates } from '../../protocol/proxy/call-state.ts';
import { leadStates } from '../../protocol/proxy/lead-state.ts';
import { webhookTypes } from '../../protocol/proxy/webhook.ts';
import { isLoopbackHost } from '../http/public-address.ts';
import { sensitive } from './values.ts';

const url = z
  .string()
  .trim()
  .refine(isUsable, {
    error: 'must be an absolute https: URL without credentials; http: is allowed for localhost only',
  })
  .transform((text) => new URL(text).href)
  .meta(sensitive);

const webhookSecretHint =
  'must be whsec_ and 24 to 64 bytes in Base64; create one with: echo "whsec_$(openssl rand -base64 32)"';

const secret = z.string().refine(isSecret, { error: webhookSecretHint }).meta(sensitive);

const format = z
  .union(
    [
      z.enum(['standard', 'slack', 'teams']),
      z.record(z.string(), z.json()).refine((body) => Object.keys(body).length > 0, { error: 'must not be empty' }),
    ],
    { error: 'must be "standard", "slack", "teams" or an object, the JSON body with {names} in its texts' },
  )
  // A body may contain a key of the receiver.
  .meta(sensitive);

const name = z.string().regex(/^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]| (?=[^ ])){0,63}$/u, {
  error:
    'must be 1 to 64 letters, digits, - and _, with single spaces between them, and begin with a letter or a digit',
});

/** A receiver of webhooks. */
export const webhookSchema = z
  .strictObject({
    /** Identifies the receiver, so that its `url` can change without losing what waits for it: `crm`. Shown in dashboard and log. @default its `url` */
    name: name.optional(),
    /** Where to post, an `https:` URL; `http:` only on this machine. Never shown in the log, because it may contain a key. */
    url,
    /** Signs every webhook, so that the receiver knows the sender: `whsec_` and 24 to 64 bytes in Base64. Required for the format `standard`. */
    secret: secret.optional(),
    /** The body: `standard`, a message for `slack` or `teams`, or an object, your own JSON in which `{name}` is replaced by a value of the lead, as in `{ "text": "{first_name}: {phone}" }`. @default "standard" */
    format: format.default('standard'),
    /** Events to report: `lead.accepted`, `lead.held`, `lead.delivered`, `lead.unknown`, `lead.dead`, `lead.closed`, `call.planned`, `call.ended`, `chat.rated`. @default all */
    events: z
      .array(z.enum(webhookTypes))
      .min(1)
      .default([...webhookTypes]),
    /** Only events after which the lead or the call is in one of these states, such as `["completed"]` for calls that were answered. Of a lead `pending`, `delivered`, `unknown`, `held`, `dead`, `closed`; of a call `planned`, `waiting`, `placing`, `ringing`, `answered`, `completed`, `failed`, `expired`, `cancelled`, `refused`, `unknown`. @default any state */
    states: z
      .array(z.enum([...new Set([...leadStates, ...callStates])]))
      .min(1)
      .optional(),
    /** Whether a redirect means that the receiver has taken the webhook, as with Google Apps Script. Otherwise it ends the delivery as failed. @default false */
    acceptRedirect: z.boolean().default(false),
  })
  .superRefine(checkSecret);

export type WebhookConfig = z.output<typeof webhookSchema>;

/** What people call a receiver: its name, or else its host. The rest of its URL may contain a key. */
export function receiverLabel({ name, url }: { name?: string | undefined; url: string }): string {
  return name ?? new URL(url).host;
}

function checkSecret(
  { format, secret }: { format: unknown; secret?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (format !== 'standard' || secret !== undefined) return;
  const message = `is missing: it ${webhookSecretHint}. A .js or .ts configuration can read it from a variable. Only the formats slack, teams and your own body need none`;
  context.addIssue({ code: 'custom', path: ['secret'], message });
}

function isUsable(text: string): boolean {
  const parsed = URL.parse(text);
  if (parsed === null || parsed.username !== '' || parsed.password !== '' || parsed.hash !== '') return false;
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopbackHost(parsed.hostname));
}

function isSecret(text: string): boolean {
  const base64 = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(text)?.[1];
  const length = base64 === undefined ? 0 : atob(base64).length;
  return length >= 24 && length <= 64;
}
