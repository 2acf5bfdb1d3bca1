import type { Context, Hono } from 'hono';
import type { InlinedConfig, PublicConfig } from '../../protocol/index.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { notFound, ProxyError } from '../http/proxy-error.ts';
import type { Asset, WidgetAssets } from './assets.ts';
import { acceptsGzip, entityTagOf, gzipOnce, matchesEntityTag } from './http-encoding.ts';
import { createLoadFailure } from './load-failure.ts';
import { defaultFormOf, describeAskingPage, publicConfigOf } from './public-config.ts';

/** A string in the built script that the configuration replaces. */
const placeholder = '<config>';

/** Files with a content hash in their name never change. Browsers may cache the others for five minutes. */
const cacheControl = { hashed: 'public, max-age=31536000, immutable', unhashed: 'public, max-age=300' } as const;

export function addWidgetRoutes(app: Hono<AppEnvironment>, config: ProxyConfig, assets: WidgetAssets): void {
  app.get('/config', (c) => {
    const asking = describeAskingPage(config.origins, c.req.header('origin'));
    return c.json({ ...readConfig(c), ...asking }, 200, { 'cache-control': 'public, max-age=60' });
  });

  const defaultForm = defaultFormOf(config) ?? 'default';
  const loadFailure = createLoadFailure(config);
  /** By language and the form that the URL names. */
  const inlined = new Map<string, { script: Asset; asset: Asset }>();

  app.get('/leadchat.js', async (c) => {
    // Also for an unknown form: otherwise the console of another site's page only says that the response was blocked,
    // not why.
    c.header('cross-origin-resource-policy', 'cross-origin');
    const publicConfig = readScriptConfig(c);
    const script = await assets.read('leadchat.js');
    if (script === undefined) throw notFound('The widget is not built. Run `npm run build`.');
    const language = loadFailure.guessLanguage(c);
    const key = `${language} ${c.req.query('form') ?? ''}`;
    const cached = inlined.get(key);
    if (cached?.script === script) return sendScript(c, cached.asset);
    const asset = inlineConfig(script, { ...publicConfig, ...(await loadFailure.textIn(language)) });
    inlined.set(key, { script, asset });
    return sendScript(c, asset);
  });

  // The script without a configuration. Its bytes depend only on the build, so a tag can pin them with `integrity`.
  app.get('/:name{leadchat-[0-9a-f]+\\.js}', (c) => readFile(c, c.req.param('name'), cacheControl.hashed));
  for (const name of ['panel.js', 'integrity.json']) {
    app.get(`/${name}`, (c) => readFile(c, name, cacheControl.unhashed));
  }
  app.get('/assets/:name', (c) => readFile(c, `assets/${c.req.param('name')}`, cacheControl.hashed));

  /** If the script's URL names a form, the widget uses it unless the tag or the page names another one. */
  function readScriptConfig(c: Context<AppEnvironment>): PublicConfig {
    const { widget, ...rest } = readConfig(c);
    const form = c.req.query('form');
    // One script for all pages, so that caches need not tell them apart.
    const asking = describeAskingPage(config.origins, undefined);
    return { ...rest, ...asking, widget: form === undefined ? widget : { ...widget, form } };
  }

  function readConfig(c: Context<AppEnvironment>): PublicConfig {
    const publicConfig = publicConfigOf(config, c.req.query('form') ?? defaultForm);
    if (publicConfig === undefined) {
      throw new ProxyError('unknown-form', { message: 'There is no form with this name.' });
    }
    return publicConfig;
  }

  async function readFile(c: Context<AppEnvironment>, name: string, cacheControl: string): Promise<Response> {
    const asset = await assets.read(name);
    // The 404 is not cached: during an upgrade another proxy may already have the file.
    if (asset === undefined) throw notFound();
    return sendFile(c, asset, cacheControl);
  }
}

function sendScript(c: Context<AppEnvironment>, asset: Asset): Promise<Response> {
  return sendFile(c, asset, cacheControl.unhashed, 'Accept-Encoding, Accept-Language');
}

async function sendFile(
  c: Context<AppEnvironment>,
  { body, type }: Asset,
  cacheControl: string,
  vary = 'Accept-Encoding',
): Promise<Response> {
  const etag = await entityTagOf(body);
  const isGzipped = acceptsGzip(c.req.header('accept-encoding'));
  // Every page may load the widget; the routes that it calls check the page's origin.
  const headers = {
    'cache-control': cacheControl,
    vary,
    etag,
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
  if (matchesEntityTag(etag, c.req.header('if-none-match'))) return c.body(null, 304, headers);
  return c.body(isGzipped ? await gzipOnce(body) : body, 200, {
    ...headers,
    'content-type': type,
    ...(isGzipped && { 'content-encoding': 'gzip' }),
  });
}

function inlineConfig(script: Asset, config: InlinedConfig): Asset {
  // The placeholder is in a string literal, so the encoded text must not contain a quote, backslash, line break or `<`.
  const text = encodeURIComponent(JSON.stringify(config)).replaceAll("'", '%27');
  const source = new TextDecoder().decode(script.body).replace(placeholder, () => text);
  return { ...script, body: new TextEncoder().encode(source) };
}
