import * as z from 'zod';
import { webhookTypes } from '../../protocol/index.ts';
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

export const webhookSecretHint =
  'must be whsec_ and 24 to 64 bytes in Base64; create one with: echo "whsec_$(openssl rand -base64 32)"';

const secret = z.string().refine(isSecret, { error: webhookSecretHint }).meta(sensitive);

/** A receiver of webhooks. */
export const webhookSchema = z.strictObject({
  /** Where to post, an `https:` URL; `http:` only on this machine. Never shown in the log, because it may contain a key. */
  url,
  /** Signs every webhook, so that the receiver knows the sender: `whsec_` and 24 to 64 bytes in Base64. */
  secret,
  /** Events to report: `lead.accepted`, `lead.held`, `lead.delivered`, `lead.unknown`, `lead.dead`, `lead.closed`, `call.planned`, `call.ended`. @default all */
  events: z
    .array(z.enum(webhookTypes))
    .min(1)
    .default([...webhookTypes]),
});

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
