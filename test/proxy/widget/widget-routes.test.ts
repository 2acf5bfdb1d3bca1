import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { WidgetAssets } from '../../../src/proxy/widget/assets.ts';
import { ids, origin, startHarness } from '../support/harness.ts';

const files: Record<string, string> = {
  'leadchat.js': "(()=>{const text='__LEADCHAT_CONFIG__';globalThis.read=text})();",
  'assets/panel-1a2b3c.js': 'export {};',
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

describe('GET /config', () => {
  it('tells what browsers may know, and nothing else', async () => {
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

  it('does not know a form that is not configured', async () => {
    const { get } = await startHarness();
    for (const name of ['other', 'constructor', '__proto__']) {
      const response = await get(`/config?form=${name}`);
      expect([response.status, (await response.json()).code]).toEqual([404, 'unknown-form']);
    }
  });
});

describe('GET /leadchat.js', () => {
  it('carries its configuration as a string that cannot end early', async () => {
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

  it('comes compressed to who takes it so', async () => {
    const { get } = await startHarness(overrides, { assets });
    const plain = await (await get('/leadchat.js')).text();
    for (const accepted of ['gzip, deflate, br', '*']) {
      const packed = await get('/leadchat.js', { 'accept-encoding': accepted });
      expect(packed.headers.get('content-encoding')).toBe('gzip');
      expect(packed.headers.get('vary')).toContain('Accept-Encoding');
      expect(gunzipSync(await packed.arrayBuffer()).toString()).toBe(plain);
    }
    for (const accepted of ['br', 'gzip;q=0', 'gzipped', '']) {
      expect((await get('/leadchat.js', { 'accept-encoding': accepted })).headers.get('content-encoding')).toBeNull();
    }
  });

  it('says what to do when the widget is not built', async () => {
    const { get } = await startHarness();
    const response = await get('/leadchat.js');
    expect(response.status).toBe(404);
    expect((await response.json()).message).toContain('npm run build');
  });
});

describe('GET /assets', () => {
  it('serves hashed files for good, to every page', async () => {
    const { get } = await startHarness({}, { assets });
    const response = await get('/assets/panel-1a2b3c.js', { origin: 'https://anywhere.example' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect((await get('/assets/other.js')).status).toBe(404);
  });
});
