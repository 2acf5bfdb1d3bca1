import type { Context, Hono } from 'hono';
import type { ProxyConfig } from '../config/schema.ts';
import { answerHeaders, failed, json } from '../http/answer.ts';
import type { AppEnvironment, Exchange } from '../http/exchange.ts';
import { notFound } from '../http/failures.ts';
import type { Asset, WidgetAssets } from './assets.ts';
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

  app.get('/leadchat.js', async (c) => {
    const exchange = c.get('exchange');
    const found = publicConfigOf(config, c.req.query('form') ?? 'default');
    if (found === undefined) return failed(exchange, unknownForm);
    const script = await assets.read('leadchat.js');
    if (script === undefined) {
      return failed(exchange, { ...notFound, message: 'The widget is not built. Run `npm run build`.' });
    }
    // In a string literal of a script: no quote, backslash, line end or `<` is left by this encoding.
    const inlined = encodeURIComponent(JSON.stringify(found)).replaceAll("'", '%27');
    const text = new TextDecoder().decode(script.body).replace(placeholder, () => inlined);
    return file(exchange, c, { ...script, body: new TextEncoder().encode(text) }, 'public, max-age=300');
  });

  app.get('/assets/:name', async (c) => {
    const asset = await assets.read(`assets/${c.req.param('name')}`);
    // Their names carry a hash of their content.
    return asset === undefined
      ? failed(c.get('exchange'), notFound)
      : file(c.get('exchange'), c, asset, 'public, max-age=31536000, immutable');
  });
}

function file(exchange: Exchange, c: Context<AppEnvironment>, { body, type }: Asset, caching: string): Response {
  const own = { 'content-type': type, 'cache-control': caching, ...publicFile };
  return new Response(c.req.method === 'HEAD' ? null : body, { status: 200, headers: answerHeaders(exchange, own) });
}
