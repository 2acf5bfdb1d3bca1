import type { LeadRequest } from '../../protocol/index.ts';

/** SHA-256 of a text, in hexadecimal. */
export type Digest = (text: string) => string | Promise<string>;

/**
 * What tells a repetition from another request under the same key. The captcha's token is left out: a browser that
 * tries again brings a fresh one.
 */
export function bodyHash(request: LeadRequest, digest: Digest): string | Promise<string> {
  return digest(JSON.stringify(sorted({ ...request, captcha: undefined })));
}

/** Bodies are at most 5 levels deep here. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}

/** For runtimes without a synchronous one. */
export async function webDigest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
