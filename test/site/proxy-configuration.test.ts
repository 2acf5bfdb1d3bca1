import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/proxy/index.ts';
import type { JsonObject } from '../../src/schema-form/index.ts';
import type { Configuration } from '../../src/site/configurator/configuration.ts';
import { proxyConfiguration } from '../../src/site/configurator/proxy-configuration.ts';

const options: JsonObject = {
  title: { en: 'Ask us', de: 'Fragen Sie uns' },
  hours: { timeZone: 'Europe/Berlin', open: [{ days: ['mon'], from: '09:00', to: '17:00' }] },
  pages: [{ url: '/prices', form: 'prices' }],
};
const form: JsonObject = { fields: [{ name: 'pet', label: 'Your pet' }], tags: ['website'] };

/** What an operator does: a value for each placeholder, and the API key from the environment. */
function fillIn(text: string) {
  const filled = text
    .replace(/"<REST[^"]*"/, '"https://api.example.com/v1"')
    .replace(/"<host of session[^"]*"/, '"https://hooks.example.com"')
    .replace(/"<host of the chat[^"]*"/, '"wss://chat.example.com"')
    .replace(/"<ID of the flow[^"]*"/, '"f1000000-0000-4000-8000-000000000001"')
    .replace(/"<origin[^"]*"/, '"https://www.example.com"');
  const file = JSON.parse(filled);
  return { ...file, service: { ...file.service, apiKey: 'from-the-environment' } };
}

describe('the file with the configuration of a proxy', () => {
  it.each<[string, Configuration]>([
    ['nothing', { options: {}, form: {} }],
    ['options', { options, form: {} }],
    ['a form', { options: {}, form }],
    ['a named form', { options: { ...options, form: 'vets' }, form }],
  ])('starts a proxy with %s, once its placeholders are filled in', (_, configuration) => {
    const result = parseConfig(fillIn(proxyConfiguration(configuration)));
    expect(result).toMatchObject({ ok: true });
    if (!result.ok) return;
    const { widget, forms } = result.config;
    expect(widget).toEqual(configuration.options);
    expect(Object.hasOwn(forms, String(configuration.options.form ?? 'default'))).toBe(true);
    if (configuration.options.pages !== undefined) expect(forms).toHaveProperty('prices');
  });

  it('starts none before: each placeholder is refused by its key', () => {
    const result = parseConfig(JSON.parse(proxyConfiguration({ options, form })));
    const keys = result.ok ? [] : result.issues.map((issue) => /`([^`]+)`/.exec(issue)?.[1]);
    expect(keys.toSorted()).toEqual([
      'flowId',
      'origins.0',
      'service.apiKey',
      'service.baseUrl',
      'service.hooksUrl',
      'service.wssUrl',
    ]);
  });

  it('has the addresses that are set, at their keys of the proxy', () => {
    const own = { flowId: 'f2', wssUrl: 'wss://own.example', hooksUrl: 'https://own.example' };
    const file = JSON.parse(
      proxyConfiguration({
        options: { ...own, proxyUrl: 'https://chat.example', userToken: 't', title: 'A' },
        form: {},
      }),
    );
    expect(file).toMatchObject({ flowId: 'f2', service: { wssUrl: own.wssUrl, hooksUrl: own.hooksUrl } });
    expect(file.widget).toEqual({ title: 'A' });
  });
});
