import type { Context, Hono } from 'hono';
import type { PublicConfig } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { answerHeaders, failed, json } from '../http/answer.ts';
import type { AppEnvironment } from '../http/exchange.ts';
import { notFound } from '../http/failures.ts';
import type { Asset, WidgetAssets } from './assets.ts';
import { createEntityTags, isUnchanged } from './entity-tag.ts';
import { createGzip, takesGzip } from './gzip.ts';
import { publicConfigOf } from './public-config.ts';

/** Stands once in the built script, as a string; the configuration takes its place. */
const placeholder = '<config>';

/** Anybody may load the widget; what it may then do is decided by origin. */
const publicFile = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const;

/** A name with a hash of its content never means other bytes; one without says after five minutes what it means now. */
const caching = { hashed: 'public, max-age=31536000, immutable', named: 'public, max-age=300' } as const;

export function addWidgetRoutes(app: Hono<AppEnvironment>, config: ProxyConfig, assets: WidgetAssets): void {
  const unknownForm = { code: 'unknown-form', message: 'There is no form of this name.' } as const;

  app.get('/config', (c) => {
    const found = publicConfigOf(config, c.req.query('form') ?? 'default');
    const exchange = c.get('exchange');
    if (found === undefined) return failed(exchange, unknownForm);
    return json(exchange, 200, found, { 'cache-control': 'public, max-age=60' });
  });

  const gzip = createGzip();
  const entityTag = createEntityTags();
  const inlined = new Map<string, { script: Asset; asset: Asset }>();

  app.get('/leadchat.js', async (c) => {
    const exchange = c.get('exchange');
    const form = c.req.query('form') ?? 'default';
    const found = publicConfigOf(config, form);
    if (found === undefined) return failed(exchange, unknownForm);
    const script = await assets.read('leadchat.js');
    if (script === undefined) {
      return failed(exchange, { ...notFound, message: 'The widget is not built. Run `npm run build`.' });
    }
    const known = inlined.get(form);
    const asset = known?.script === script ? known.asset : inlineConfig(script, found);
    inlined.set(form, { script, asset });
    return file(c, asset, caching.named);
  });

  // The script without a configuration: its bytes depend on the build alone, so a tag with `integrity` outlives both.
  app.get('/:name{leadchat-[0-9a-f]+\\.js}', (c) => fileOrNone(c, c.req.param('name'), caching.hashed));
  app.get('/:name{panel\\.js|integrity\\.json}', (c) => fileOrNone(c, c.req.param('name'), caching.named));
  app.get('/assets/:name', (c) => fileOrNone(c, `assets/${c.req.param('name')}`, caching.hashed));

  async function fileOrNone(c: Context<AppEnvironment>, name: string, cacheControl: string): Promise<Response> {
    const asset = await assets.read(name);
    // Never kept by anybody: during an upgrade another proxy may have it already.
    return asset === undefined ? failed(c.get('exchange'), notFound) : file(c, asset, cacheControl);
  }

  async function file(c: Context<AppEnvironment>, { body, type }: Asset, cacheControl: string): Promise<Response> {
    const etag = await entityTag(body);
    const caching = { 'cache-control': cacheControl, vary: 'Accept-Encoding, Origin', etag, ...publicFile };
    if (isUnchanged(etag, c.req.header('if-none-match'))) {
      return new Response(null, { status: 304, headers: answerHeaders(c.get('exchange'), caching) });
    }
    const packed = takesGzip(c.req.header('accept-encoding'));
    const own = { ...caching, 'content-type': type, ...(packed && { 'content-encoding': 'gzip' }) };
    return new Response(packed ? await gzip(body) : body, {
      status: 200,
      headers: answerHeaders(c.get('exchange'), own),
    });
  }
}

function inlineConfig(script: Asset, config: PublicConfig): Asset {
  // In a string literal of a script: no quote, backslash, line end or `<` is left by this encoding.
  const text = encodeURIComponent(JSON.stringify(config)).replaceAll("'", '%27');
  const source = new TextDecoder().decode(script.body).replace(placeholder, () => text);
  return { ...script, body: new TextEncoder().encode(source) };
}
