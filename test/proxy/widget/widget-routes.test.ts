import { describe, expect, it } from 'vitest';
import { hashOrigin } from '../../../src/protocol/proxy/page-allowed.ts';
import type { WidgetAssets } from '../../../src/proxy/widget/assets.ts';
import { ids, origin, startHarness } from '../support/harness.ts';

const files: Record<string, string> = {
  'leadchat.js': "(()=>{const text='<config>';globalThis.read=text})();",
  'assets/panel-1a2b3c.js': 'export {};',
  'leadchat-0123456789abcdef.js': "(()=>{const text='<config>'})();",
  'panel.js': 'export * from "./assets/panel-1a2b3c.js";',
  'integrity.json': '{}',
  // In the folder of the build, but no part of it.
  'panel.js-evil.html': '<script>alert(1)</script>',
  'Xintegrity.json': '{}',
  'Xleadchat-0123456789abcdef.js': '',
};
const assets: WidgetAssets = {
  async read(name) {
    const text = files[name];
    return text === undefined
      ? undefined
      : { body: new TextEncoder().encode(text), type: 'text/javascript; charset=utf-8' };
  },
};
const overrides = {
  forms: {
    default: {
      consent: { text: "Don't </script> $& “worry”", version: 'v1' },
      tags: ['secret_tag'],
      callback: { agent: ids.agent },
    },
  },
  widget: { title: 'Northlight' },
  captcha: { provider: 'turnstile', siteKey: 'site-key', secret: 'canary-captcha' },
  adminToken: 'canary-admin-token-0001',
};

describe('`widget` of the configuration', () => {
  it('is checked when the proxy starts: unknown options are logged with the nearest known name', async () => {
    const { proxy, log } = await startHarness({ widget: { title: 'Northlight', colour: 'red' } });
    await proxy.start();
    expect(log.lines.filter((line) => line.level === 'warn')).toEqual([
      {
        level: 'warn',
        event: 'widget-option',
        facts: { problem: '`widget.colour` is unknown. Did you mean `color`?' },
      },
    ]);
  });
});

describe('`widget.form`', () => {
  it.each([
    ['names a form that does not exist', { default: {}, shop: {} }, { form: 'other' }, '`default`, `shop`', 'other'],
    ['is missing, and no form is named `default`', { shop: {} }, {}, '`shop`', 'default'],
  ])('is reported when the proxy starts and it %s', async (_case, forms, widget, names, found) => {
    const { proxy, log } = await startHarness({ forms, widget });
    await proxy.start();
    const problem = `\`widget.form\` must name a form of this configuration (${names}), got "${found}".`;
    expect(log.lines.filter((line) => line.level === 'warn')).toEqual([
      { level: 'warn', event: 'widget-option', facts: { problem } },
    ]);
  });
});

it('reports entries of `widget.pages` that name a missing form, and other mistakes in them, with their number', async () => {
  const pages = [
    { url: '/a', form: 'shop' },
    { url: '/b', form: 'jobs' },
    { url: '/c', titel: { gr: 'Γεια' } },
  ];
  const { proxy, log } = await startHarness({ forms: { default: {}, shop: {} }, widget: { pages } });
  await proxy.start();
  expect(log.lines.filter(({ level }) => level === 'warn').map(({ facts }) => facts)).toEqual([
    { problem: '`widget.pages.2.titel` is unknown. Did you mean `pages.2.title`?' },
    { problem: '`widget.pages.1.form` must name a form of this configuration (`default`, `shop`), got "jobs".' },
  ]);
});

describe('GET /config', () => {
  it('contains only what browsers may see', async () => {
    const { get } = await startHarness(overrides);
    const response = await get('/config?form=default', { origin });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      flowId: ids.flow,
      wssUrl: 'wss://chat.example.com',
      form: { name: 'default', defaultCountry: 'US', callback: true, consent: { version: 'v1' } },
      widget: { title: 'Northlight' },
      captcha: { provider: 'turnstile', siteKey: 'site-key' },
    });
    for (const secret of ['canary', 'secret_tag', ids.agent, ids.journey, 'api.example.com'])
      expect(text).not.toContain(secret);
  });

  it('says whether the asking page may call the proxy, and names no other page', async () => {
    const staging = 'https://staging.northlight.example';
    const { get } = await startHarness({ origins: [origin, staging] }, { assets });
    const asked = async (from: string) => (await get('/config', { origin: from })).json();
    expect(await asked(origin)).toMatchObject({ pageAllowed: true });
    expect(await asked('https://elsewhere.example')).toMatchObject({ pageAllowed: false });
    // The script is the same for all pages, and a page of the proxy's own origin sends no Origin.
    const hashes = { originHashes: [hashOrigin(origin), hashOrigin(staging)] };
    expect(await readInlined(await get('/leadchat.js'))).toMatchObject(hashes);
    expect(await (await get('/config')).json()).toMatchObject(hashes);
    for (const path of ['/config', '/leadchat.js']) {
      for (const headers of [{}, { origin }, { origin: 'https://elsewhere.example' }]) {
        expect(decodeURIComponent(await (await get(path, headers)).text())).not.toMatch(/northlight|www\.example/);
      }
    }
  });

  it('responds 404 for an unknown form', async () => {
    const { get } = await startHarness();
    for (const name of ['other', 'constructor', '__proto__']) {
      const response = await get(`/config?form=${name}`);
      expect([response.status, (await response.json()).code]).toEqual([404, 'unknown-form']);
    }
  });
});

describe('GET /leadchat.js', () => {
  it('contains its configuration as a string that cannot end early', async () => {
    const { get } = await startHarness(overrides, { assets });
    const response = await get('/leadchat.js');
    expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    const script = await response.text();
    expect(script).not.toContain('canary');
    const inlined = /text='([^']*)'/.exec(script)?.[1] ?? '';
    expect(inlined).toMatch(/^%7B[\w.!~*()%-]*$/);
    expect(JSON.parse(decodeURIComponent(inlined))).toEqual(await (await get('/config')).json());
  });

  it('contains the form of its URL, and the option that chooses it', async () => {
    const { get } = await startHarness(
      { ...overrides, forms: { default: {}, shop: {} }, widget: { form: 'other' } },
      { assets },
    );
    expect(await readInlined(await get('/leadchat.js'))).toMatchObject({
      form: { name: 'default' },
      widget: { form: 'other' },
    });
    for (const name of ['shop', 'default']) {
      expect(await readInlined(await get(`/leadchat.js?form=${name}`))).toMatchObject({
        form: { name },
        widget: { form: name },
      });
    }
    const unknown = await get('/leadchat.js?form=unknown');
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });

  it('contains the form that `widget` chooses, also without one that is named `default`', async () => {
    const { get } = await startHarness({ ...overrides, forms: { german: {} }, widget: { form: 'german' } }, { assets });
    expect(await readInlined(await get('/leadchat.js'))).toMatchObject({ form: { name: 'german' } });
    expect(await (await get('/config')).json()).toMatchObject({ form: { name: 'german' } });
  });

  it("contains what the launcher says offline, in the browser's language or that of the configuration", async () => {
    const { get } = await startHarness(overrides, { assets });
    const german = await get('/leadchat.js', { 'accept-language': 'gsw,de-AT;q=0.9,en;q=0.8' });
    expect(german.headers.get('vary')).toContain('Accept-Language');
    expect(await readLoadFailure(german)).toEqual({
      'Chat öffnen': 'Der Chat ist gerade nicht verfügbar. Erneut versuchen',
    });
    for (const language of ['en-US,de;q=0.5', 'xx', '*', '']) {
      expect(await readLoadFailure(await get('/leadchat.js', { 'accept-language': language }))).toBeUndefined();
    }
    const french = await startHarness({ widget: { locale: 'fr-CA', texts: { tryAgain: 'Encore' } } }, { assets });
    expect(await readLoadFailure(await french.get('/leadchat.js', { 'accept-language': 'de' }))).toEqual({
      'Ouvrir le chat': 'Le chat n’est pas disponible pour le moment. Encore',
    });
  });

  it('is revalidated after a minute, and sent again only when script or configuration changed', async () => {
    const { get } = await startHarness(overrides, { assets });
    const first = await get('/leadchat.js');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    for (const known of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const again = await get('/leadchat.js', { 'if-none-match': known, 'accept-encoding': 'gzip' });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('public, max-age=60');
      expect(again.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await get('/leadchat.js', { 'if-none-match': '"other"' })).status).toBe(200);
    const other = await startHarness({ ...overrides, widget: { title: 'Southlight' } }, { assets });
    expect((await other.get('/leadchat.js', { 'if-none-match': etag })).status).toBe(200);
  });

  it('says what to do when the widget is not built', async () => {
    const { get } = await startHarness();
    const response = await get('/leadchat.js');
    expect(response.status).toBe(404);
    expect((await response.json()).message).toContain('npm run build');
  });
});

describe('GET /assets', () => {
  it('serves hashed files as immutable, to every page', async () => {
    const { get } = await startHarness({}, { assets });
    const response = await get('/assets/panel-1a2b3c.js', { origin: 'https://anywhere.example' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect((await get('/assets/other.js')).status).toBe(404);
  });

  it('does not let caches store a 404, because another proxy may already have the file', async () => {
    const { get } = await startHarness({}, { assets });
    for (const path of ['/assets/panel-9z9z9z.js', '/leadchat-ffffffffffffffff.js']) {
      const response = await get(path);
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
  });
});

describe('what a page with integrity loads', () => {
  it('is an immutable script that no configuration changes', async () => {
    const { get } = await startHarness(overrides, { assets });
    const response = await get('/leadchat-0123456789abcdef.js');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toBe(files['leadchat-0123456789abcdef.js']);
  });

  it('comes with unhashed files that are revalidated', async () => {
    const { get } = await startHarness({}, { assets });
    for (const path of ['/panel.js', '/integrity.json']) {
      const response = await get(path);
      expect(response.headers.get('cache-control')).toBe('public, max-age=300');
      const etag = response.headers.get('etag') ?? '';
      expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    }
  });
});

async function readLoadFailure(response: Response): Promise<unknown> {
  return Object(await readInlined(response)).failed;
}

/** The configuration in the script. */
async function readInlined(response: Response): Promise<unknown> {
  const inlined = /text='([^']*)'/.exec(await response.text())?.[1] ?? '';
  return JSON.parse(decodeURIComponent(inlined));
}

describe('files of the build', () => {
  // A route with the pattern `panel\.js|integrity\.json` matched everything that begins or ends like it.
  it.each(['/panel.js-evil.html', '/Xintegrity.json', '/Xleadchat-0123456789abcdef.js', '/panel-js', '/panel.js/x'])(
    'are served by their exact name: %s is not found',
    async (path) => {
      const { get } = await startHarness({}, { assets });
      expect((await get(path)).status).toBe(404);
    },
  );
});
