import type { LeadRequest } from '../../protocol/index.ts';

/** SHA-256 of a text, in hexadecimal. */
export type Digest = (text: string) => string | Promise<string>;

/**
 * What tells a repetition from another request under the same key. Neither the order of keys nor the captcha's token
 * counts: a browser that tries again brings a fresh one. All but the fields are in the schema's order already.
 */
export function bodyHash(request: LeadRequest, digest: Digest): string | Promise<string> {
  const { captcha: _, fields, ...rest } = request;
  return digest(JSON.stringify([rest, Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))]));
}
