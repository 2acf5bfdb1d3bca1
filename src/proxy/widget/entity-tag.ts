import { createHash } from 'node:crypto';
import { memoizeByBody } from './memoize-by-body.ts';

/** A body's ETag, computed once. Weak, because the compressed bodies have the same tag (RFC 9110, 8.8.3). */
export const entityTagOf = memoizeByBody(
  (body) => `W/"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`,
);

/** Whether If-None-Match contains the ETag (RFC 9110, 13.1.2). Caches on the way may have removed the `W/`. */
export function matchesEntityTag(etag: string, ifNoneMatch: string | undefined): boolean {
  const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || withoutWeakness(tag) === withoutWeakness(etag));
}
