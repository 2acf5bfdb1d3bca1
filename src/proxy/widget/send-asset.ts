import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { type Asset, type Bytes, type ContentCoding, memoizeByBody } from './assets.ts';

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

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/**
 * The best first. Each body is compressed once, by the build or for its first visitor, so the slowest levels are used;
 * that takes 15 ms for leadchat.js, beside the main thread.
 */
export const contentCodings: readonly {
  name: ContentCoding;
  /** Of the compressed file beside the original. Static hosts look for the same. */
  suffix: string;
  compress(body: Bytes): Promise<Bytes>;
}[] = [
  {
    name: 'br',
    suffix: '.br',
    compress: (body) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  },
  { name: 'gzip', suffix: '.gz', compress: (body) => deflate(body, { level: 9 }) },
];

const onDemand = contentCodings.map(({ name, compress }) => ({ name, compress: memoizeByBody(compress) }));

/** The body in the best coding that the client accepts; `coding` is undefined if it accepts none. */
export async function encodeFor(
  c: Context,
  { body, compressed }: Asset,
): Promise<{ body: Bytes; coding?: ContentCoding }> {
  const accepted = bestCoding(c);
  const found = onDemand.find(({ name }) => name === accepted);
  if (found === undefined) return { body };
  return { body: compressed?.[found.name] ?? (await found.compress(body)), coding: found.name };
}

/**
 * By the client's Accept-Encoding. Its weights choose nothing but what it refuses (`q=0`): clients that accept both
 * decode either. `*` is every coding that the header does not name.
 */
function bestCoding(c: Context): string {
  return accepts(c, {
    header: 'Accept-Encoding',
    supports: contentCodings.map(({ name }) => name),
    default: 'identity',
    match: (accepted, { supports, default: none }) => {
      const weightOf = (coding: string) => accepted.find(({ type }) => type.toLowerCase() === coding)?.q;
      return supports.find((coding) => (weightOf(coding) ?? weightOf('*') ?? 0) > 0) ?? none;
    },
  });
}
