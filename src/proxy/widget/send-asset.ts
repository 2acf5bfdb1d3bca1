import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import { type Asset, memoizeByBody } from './assets.ts';
import { encodeFor } from './content-coding.ts';

/** Responds with a file, or with 304 if the client has it; compressed if the client accepts that. */
export async function sendAsset(c: Context<AppEnvironment>, asset: Asset, cacheControl: string): Promise<Response> {
  const etag = entityTagOf(asset.body);
  c.header('cache-control', cacheControl);
  c.header('vary', 'Accept-Encoding', { append: true });
  c.header('etag', etag);
  if (matchesEntityTag(etag, c.req.header('if-none-match'))) return c.body(null, 304);
  const { body, coding } = await encodeFor(c, asset);
  if (coding !== undefined) c.header('content-encoding', coding);
  // Also for HEAD, whose response has no body to count.
  return c.body(body, 200, { 'content-type': asset.type, 'content-length': String(body.byteLength) });
}

/** A body's ETag, computed once. Weak, because the compressed bodies have the same tag (RFC 9110, 8.8.3). */
const entityTagOf = memoizeByBody((body) => `W/"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`);

/** Whether If-None-Match contains the ETag (RFC 9110, 13.1.2). Caches on the way may have removed the `W/`. */
function matchesEntityTag(etag: string, ifNoneMatch: string | undefined): boolean {
  const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || withoutWeakness(tag) === withoutWeakness(etag));
}
