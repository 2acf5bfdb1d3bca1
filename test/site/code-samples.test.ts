// @vitest-environment happy-dom
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { type CodeSample, codeSamples } from '../../src/site/configurator/code-samples.ts';
import type { Configuration } from '../../src/site/configurator/configuration.ts';

const proxyUrl = 'https://chat.example.com';

const hostile = [
  'Quotes " and \' and `back` and \\ and $',
  '</script><script>alert(1)</script><!--',
  '{title} & &amp; <b> {{ braces }}',
  'two\nlines\tand a tab',
  'שלום 👋🏽 مرحبا \u2028 日本語',
  'x'.repeat(5000),
];

const deps = {
  proxyUrl,
  build: { script: `${proxyUrl}/leadchat-1.js`, integrity: new Map([[`${proxyUrl}/leadchat-1.js`, 'sha384-x']]) },
  publicConfig: {
    flowId: 'f1000000-0000-4000-8000-000000000001',
    wssUrl: 'wss://service.example.com',
    form: { name: 'default', fields: [] },
    widget: { color: '#c026d3', triggers: [{ type: 'exit', text: 'Only the demo says this.' }] },
  },
};

/** Returns the code by title, for options and a form. */
async function samplesOf(
  options: Configuration['options'],
  form: Configuration['form'] = {},
): Promise<Map<string, CodeSample>> {
  const samples = await codeSamples({ options, form }, deps);
  return new Map(samples.map((sample) => [sample.title, sample]));
}

describe('the code of the configurator', () => {
  it('has the address of the hosted chat with form, language and theme, and shows its QR code', async () => {
    const link = (await samplesOf({ form: 'prices', locale: 'de', color: 'red' })).get('Link and QR code');
    expect(link?.code).toBe('https://chat.example.com/chat?form=prices&locale=de');
    expect(link?.qr).toBe(link?.code);
  });

  it.each(hostile)('sets %j in every framework', async (greeting) => {
    const samples = await samplesOf({ greeting, starters: [greeting] });
    const code = (title: string) => samples.get(title)?.code ?? '';

    for (const title of ['Script tag', 'Script tag with hashes']) {
      const page = new DOMParser().parseFromString(code(title), 'text/html');
      const script = page.querySelector<HTMLElement>('script[src]');
      expect(script?.dataset.greeting, title).toBe(greeting);
      expect(JSON.parse(script?.dataset.starters ?? ''), title).toEqual([greeting]);
      expect(page.querySelectorAll('script:not([src], [type=importmap])'), title).toHaveLength(0);
    }
    const element = new DOMParser().parseFromString(code('Element'), 'text/html').querySelector('lead-chat');
    expect(element?.getAttribute('greeting')).toBe(greeting);
    expect(JSON.parse(element?.getAttribute('starters') ?? '')).toEqual([greeting]);

    expect(JSON.parse(code('Proxy configuration')).widget).toEqual({ greeting, starters: [greeting] });
    const options = { proxyUrl, greeting, starters: [greeting] };
    expect(await propsOfReact(code('React'))).toEqual(options);
    const [, vue = ''] = /const options = ([\s\S]*);\n<\/script>/.exec(code('Vue')) ?? [];
    expect(JSON.parse(vue)).toEqual(options);
    expect(code('Vue').match(/<\/script>/g)).toHaveLength(1);
  });

  it.each(hostile)('sets %j in Tag Manager, which drops attributes and replaces variables', async (greeting) => {
    const code = (await samplesOf({ greeting, form: 'sales' })).get('Tag Manager')?.code ?? '';
    expect(code).not.toMatch(/\{\{|data-/);
    const [inline, external] = new DOMParser().parseFromString(code, 'text/html').querySelectorAll('script');
    expect(external?.getAttribute('src')).toBe(`${proxyUrl}/leadchat.js?form=sales`);
    const page: { LeadChat?: { q: ArrayLike<unknown>[] } } = {};
    new Function('window', `with (window) { ${inline?.textContent} }`)(page);
    expect(page.LeadChat?.q.map((call) => Array.from(call))).toEqual([['init', { proxyUrl, greeting, form: 'sales' }]]);
  });

  it('contains no options of the demo', async () => {
    for (const { title, code } of (await samplesOf({})).values()) expect(code, title).not.toMatch(/demo|c026d3/);
  });

  it('contains the form only in the configuration of the proxy', async () => {
    const form = { fields: [{ name: 'pet' }], tags: ['website'], journey: { id: 'a1' }, callback: { agent: 'c1' } };
    const samples = await samplesOf({ form: 'vets', title: 'Vets' }, form);
    expect(JSON.parse(samples.get('Proxy configuration')?.code ?? '')).toMatchObject({
      forms: { vets: form },
      widget: { form: 'vets', title: 'Vets' },
    });
    for (const [title, { code }] of samples) {
      if (title !== 'Proxy configuration') expect(code, title).not.toMatch(/pet|website|journey/);
    }
  });

  it('contains all forms and names in the configuration of the proxy', async () => {
    const { proxyConfiguration } = await import('../../src/site/configurator/proxy-configuration.ts');
    const names = { 'c1000000-0000-4000-8000-000000000001': 'Reception' };
    const configuration = { options: {}, form: {}, forms: { prices: { tags: ['prices'] } }, names };
    const file = { forms: { default: {}, prices: { tags: ['prices'] } }, names };
    expect(JSON.parse(proxyConfiguration(configuration))).toMatchObject(file);
    const samples = await codeSamples(configuration, deps);
    expect(JSON.parse(samples.find(({ title }) => title === 'Proxy configuration')?.code ?? '')).toMatchObject(file);
  });

  it('is created even with an incomplete URL', async () => {
    const samples = await samplesOf({ hooksUrl: 'h', wssUrl: 'wss:' });
    expect(samples.get('Content Security Policy')?.code).toMatch(/connect-src https:\/\/chat\.example\.com$/m);
  });
});

/** The props that the component gets when the code runs. */
async function propsOfReact(code: string): Promise<unknown> {
  const { code: script } = await transformWithOxc(code, 'chat.jsx', { jsx: { runtime: 'classic' } });
  const component = script.replace(/^import .*$/m, '').replace('export function', 'function');
  const React = { createElement: (_: unknown, props: unknown) => props };
  return new Function('React', 'LeadChat', `${component}; return Chat();`)(React, 'LeadChat');
}
