import type { Context } from 'hono';
import type { AppEnvironment } from '../http/app-environment.ts';
import type { Asset } from './assets.ts';
import { encodeFor } from './content-coding.ts';
import { entityTagOf, matchesEntityTag } from './entity-tag.ts';

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
