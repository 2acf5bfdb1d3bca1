/** Names each body by its content, once: the same bytes are handed in again for every visitor. */
export function createEntityTags(): (body: Uint8Array<ArrayBuffer>) => Promise<string> {
  const known = new WeakMap<object, Promise<string>>();
  return (body) => {
    const found = known.get(body) ?? entityTag(body);
    known.set(body, found);
    return found;
  };
}

/** Weak, because the compressed body goes by the same name (RFC 9110, 8.8.3). */
async function entityTag(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, 16);
  return `W/"${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/** Whether If-None-Match names what there is (RFC 9110, 13.1.2). Caches on the way may have dropped the `W/`. */
export function isUnchanged(etag: string, ifNoneMatch: string | undefined): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || plain(tag) === plain(etag));
}
