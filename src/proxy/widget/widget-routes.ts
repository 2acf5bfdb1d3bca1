import type { Context, Hono } from 'hono';
import type { PublicConfig } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { answerHeaders, failed, json } from '../http/answer.ts';
import type { AppEnvironment } from '../http/exchange.ts';
import { notFound } from '../http/failures.ts';
import type { Asset, WidgetAssets } from './assets.ts';
import { createGzip, takesGzip } from './gzip.ts';
import { publicConfigOf } from './public-config.ts';

/** Stands once in the built script, as a string; the configuration takes its place. */
const placeholder = '__LEADCHAT_CONFIG__';

/** Anybody may load the widget; what it may then do is decided by origin. */
const publicFile = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' } as const;

export function addWidgetRoutes(app: Hono<AppEnvironment>, config: ProxyConfig, assets: WidgetAssets): void {
  const unknownForm = { code: 'unknown-form', message: 'There is no form of this name.' } as const;

  app.get('/config', (c) => {
    const found = publicConfigOf(config, c.req.query('form') ?? 'default');
    const exchange = c.get('exchange');
    if (found === undefined) return failed(exchange, unknownForm);
    return json(exchange, 200, found, { 'cache-control': 'public, max-age=60' });
  });

  const gzip = createGzip();
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
    return file(c, asset, 'public, max-age=300');
  });

  app.get('/assets/:name', async (c) => {
    const asset = await assets.read(`assets/${c.req.param('name')}`);
    // Their names carry a hash of their content.
    return asset === undefined
      ? failed(c.get('exchange'), notFound)
      : file(c, asset, 'public, max-age=31536000, immutable');
  });

  async function file(c: Context<AppEnvironment>, { body, type }: Asset, caching: string): Promise<Response> {
    const packed = takesGzip(c.req.header('accept-encoding'));
    const own = {
      'content-type': type,
      'cache-control': caching,
      vary: 'Accept-Encoding, Origin',
      ...(packed && { 'content-encoding': 'gzip' }),
      ...publicFile,
    };
    const headers = answerHeaders(c.get('exchange'), own);
    return new Response(packed ? await gzip(body) : body, { status: 200, headers });
  }
}

function inlineConfig(script: Asset, config: PublicConfig): Asset {
  // In a string literal of a script: no quote, backslash, line end or `<` is left by this encoding.
  const text = encodeURIComponent(JSON.stringify(config)).replaceAll("'", '%27');
  const source = new TextDecoder().decode(script.body).replace(placeholder, () => text);
  return { ...script, body: new TextEncoder().encode(source) };
}
