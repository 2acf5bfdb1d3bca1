type Body = Uint8Array<ArrayBuffer>;

/** Gzips a body once, however many visitors request it. */
export const gzipOnce = memoizeByBody(gzip);

/** A body's ETag, computed once. */
export const entityTagOf = memoizeByBody(computeEntityTag);

/** Whether the client accepts gzip, by its Accept-Encoding header. */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '')
    .split(',')
    .some((coding) => /^\s*(?:gzip|\*)\s*(?:;|$)/i.test(coding) && !/;\s*q=0(?:\.0*)?\s*$/i.test(coding));
}

/** Whether If-None-Match contains the ETag (RFC 9110, 13.1.2). Caches on the way may have removed the `W/`. */
export function matchesEntityTag(etag: string, ifNoneMatch: string | undefined): boolean {
  const withoutWeakness = (tag: string) => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || withoutWeakness(tag) === withoutWeakness(etag));
}

async function gzip(body: Body): Promise<Body> {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Weak, because the compressed body has the same tag (RFC 9110, 8.8.3). */
async function computeEntityTag(body: Body): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body)).subarray(0, 16);
  return `W/"${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

function memoizeByBody<Result>(compute: (body: Body) => Promise<Result>): (body: Body) => Promise<Result> {
  const results = new WeakMap<Body, Promise<Result>>();
  return (body) => {
    const result = results.get(body) ?? compute(body);
    results.set(body, result);
    return result;
  };
}
