export type Bytes = Uint8Array<ArrayBuffer>;

/** By the names of Accept-Encoding. */
export type ContentCoding = 'br' | 'gzip';

/** A file of the widget as it is served. What `compressed` does not have is compressed when it is first requested. */
export type Asset = { body: Bytes; type: string; compressed?: Partial<Record<ContentCoding, Bytes>> };

/** The built widget. Names are paths in dist: `leadchat.js`, `assets/panel-1a2b3c.js`. */
export interface WidgetAssets {
  /** Undefined when there is no such file. The same file is the same object until it changes. */
  read(name: string): Promise<Asset | undefined>;
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
  png: 'image/png',
  webp: 'image/webp',
};

/** The content type of a file; undefined for files that are not served, such as source maps. */
export function assetType(name: string): string | undefined {
  return types[/\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''];
}

/** Computes something of a body once, however many visitors request it. */
export function memoizeByBody<Result>(compute: (body: Bytes) => Result): (body: Bytes) => Result {
  const results = new WeakMap<Bytes, { result: Result }>();
  return (body) => {
    const { result } = results.get(body) ?? { result: compute(body) };
    results.set(body, { result });
    return result;
  };
}
