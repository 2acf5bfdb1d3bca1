import { describe, expect, it, vi } from 'vitest';

vi.mock('virtual:form-docs', () => ({ schema: {} }));
const { readConfiguration, writeConfiguration } = await import('../../src/site/configurator/configuration.ts');

describe('a link to the configurator or its preview', () => {
  // The preview passed the options of the link to the widget: `wssUrl` connected a visitor of the site to any server.
  it('names no address of a service', () => {
    const address = 'wss://evil.example';
    const options = {
      title: 'Northlight',
      wssUrl: address,
      hooksUrl: address,
      proxyUrl: address,
      pages: [{ url: '/prices', wssUrl: address, title: 'Prices' }],
      experiments: [{ name: 'x', variants: [{ name: 'a', proxyUrl: address }] }],
    };
    const expected = {
      // Only shown in the code: the preview has a proxy of its own.
      proxyUrl: address,
      title: 'Northlight',
      pages: [{ url: '/prices', title: 'Prices' }],
      experiments: [{ name: 'x', variants: [{ name: 'a' }] }],
    };
    const hash = writeConfiguration({ options, form: {} });
    expect(readConfiguration({ hash, search: '' }).options).toEqual(expected);
    const search = `?options=${encodeURIComponent(JSON.stringify(options))}`;
    expect(readConfiguration({ hash: '', search }).options).toEqual(expected);
  });
});
