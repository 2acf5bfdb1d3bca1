/** Whether a client takes gzip, as it says in Accept-Encoding. */
export function takesGzip(acceptEncoding: string | undefined): boolean {
  return (acceptEncoding ?? '')
    .split(',')
    .some((part) => /^\s*(?:gzip|\*)\s*(?:;|$)/i.test(part) && !/;\s*q=0(?:\.0*)?\s*$/i.test(part));
}

/** Compresses each body once: the same bytes are handed in again for every visitor. */
export function createGzip(): (body: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>> {
  const known = new WeakMap<object, Promise<Uint8Array<ArrayBuffer>>>();
  return (body) => {
    const found = known.get(body) ?? gzip(body);
    known.set(body, found);
    return found;
  };
}

async function gzip(body: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  const reader = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip')).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  return new Uint8Array(await new Blob(parts.map((part) => new Uint8Array(part))).arrayBuffer());
}
