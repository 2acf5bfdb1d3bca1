import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Context, Hono } from 'hono';
import type { InlinedConfig, PublicConfig } from '../../protocol/proxy/public-config.ts';
import type { ProxyConfig } from '../config/schema.ts';
import type { AppEnvironment } from '../http/app-environment.ts';
import { notFound, unknownForm } from '../http/proxy-error.ts';
import type { Asset, WidgetAssets } from './assets.ts';
import { createLoadFailure, type LoadFailure } from './load-failure.ts';
import { defaultFormOf, describeAskingPage, publicConfigOf } from './public-config.ts';
import { sendAsset } from './send-asset.ts';

/** A string in the built script that the configuration replaces. */
const placeholder = '<config>';

/** Files with a content hash in their name never change. What contains the configuration shows a change soon. */
const cacheControl = {
  hashed: 'public, max-age=31536000, immutable',
  unhashed: 'public, max-age=300',
  config: 'public, max-age=60',
} as const;

/** What follows from one configuration. */
type Derived = {
  config: ProxyConfig;
  defaultForm: string;
  loadFailure: LoadFailure;
  /** By the form that they are for. Making one reads all options. */
  publicConfigs: Map<string, PublicConfig>;
  /** Responses of `/config` by their text: one for each form, and each kind of asking page. */
  configs: Map<string, Asset>;
  /** `leadchat.js` by language and the form that the URL names. */
  inlined: Map<string, { script: Asset; asset: Asset }>;
};

export function addWidgetRoutes(
  app: Hono<AppEnvironment>,
  live: ReadonlySignal<ProxyConfig>,
  assets: WidgetAssets,
): void {
  const derived = computed(
    (): Derived => ({
      config: live.value,
      defaultForm: defaultFormOf(live.value) ?? 'default',
      loadFailure: createLoadFailure(live.value),
      publicConfigs: new Map(),
      configs: new Map(),
      inlined: new Map(),
    }),
  );

  app.get('/config', (c) => {
    const { config, configs } = derived.value;
    const asking = describeAskingPage(config.origins, c.req.header('origin'));
    const text = JSON.stringify({ ...readConfig(c, derived.value), ...asking });
    const asset = configs.get(text) ?? { body: new TextEncoder().encode(text), type: 'application/json' };
    configs.set(text, asset);
    return sendAsset(c, asset, cacheControl.config);
  });

  app.get('/leadchat.js', async (c) => {
    // Also for an unknown form: otherwise the console of another site's page only says that the response was blocked,
    // not why.
    c.header('cross-origin-resource-policy', 'cross-origin');
    const now = derived.value;
    const { loadFailure, inlined } = now;
    const script = await assets.read('leadchat.js');
    if (script === undefined) throw notFound('The widget is not built. Run `npm run build`.');
    const language = loadFailure.guessLanguage(c);
    const key = `${language} ${c.req.query('form') ?? ''}`;
    const cached = inlined.get(key);
    if (cached?.script === script) return sendScript(c, cached.asset);
    const asset = inlineConfig(script, { ...readScriptConfig(c, now), ...(await loadFailure.textIn(language)) });
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
  function readScriptConfig(c: Context<AppEnvironment>, now: Derived): PublicConfig {
    const { widget, ...rest } = readConfig(c, now);
    const form = c.req.query('form');
    // One script for all pages, so that caches need not tell them apart.
    const asking = describeAskingPage(now.config.origins, undefined);
    return { ...rest, ...asking, widget: form === undefined ? widget : { ...widget, form } };
  }

  function readConfig(c: Context<AppEnvironment>, { config, defaultForm, publicConfigs }: Derived): PublicConfig {
    const form = c.req.query('form') ?? defaultForm;
    const publicConfig = publicConfigs.get(form) ?? publicConfigOf(config, form);
    if (publicConfig === undefined) throw unknownForm();
    publicConfigs.set(form, publicConfig);
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
  c.header('vary', 'Accept-Language');
  return sendFile(c, asset, cacheControl.config);
}

/** Every page may load the widget; the routes that it calls check the page's origin. */
function sendFile(c: Context<AppEnvironment>, asset: Asset, cacheControl: string): Promise<Response> {
  c.header('access-control-allow-origin', '*');
  c.header('cross-origin-resource-policy', 'cross-origin');
  return sendAsset(c, asset, cacheControl);
}

function inlineConfig(script: Asset, config: InlinedConfig): Asset {
  // The placeholder is in a string literal, so the encoded text must not contain a quote, backslash, line break or `<`.
  const text = encodeURIComponent(JSON.stringify(config)).replaceAll("'", '%27');
  const source = new TextDecoder().decode(script.body).replace(placeholder, () => text);
  return { type: script.type, body: new TextEncoder().encode(source) };
}
