import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/proxy/index.ts';
import { publicConfigOf } from '../../src/proxy/widget/public-config.ts';
import { publicFormOf } from '../../src/site/preview/proxy-form.ts';

const agent = 'c1000000-0000-4000-8000-000000000001';
const hours = [{ days: ['mon', 'fri'], from: '09:00', to: '17:00' }];

describe('the form in the preview', () => {
  it.each([
    {},
    { fields: [{ name: 'pet', label: 'Your pet' }], defaultCountry: 'DE' },
    { consent: { text: 'You may call me.', version: '1' } },
    { consent: { text: { de: 'Ja, gern.', en: 'Yes, please.' }, version: '2', required: false } },
    { callback: { agent } },
    { callback: { agent, countries: ['US', 'CA'], timeZone: 'America/New_York', hours }, defaultCountry: 'CA' },
  ])('is the one that the proxy tells browsers for %j', (form) => {
    const result = parseConfig({
      service: {
        baseUrl: 'https://api.example.com/v1',
        hooksUrl: 'https://hooks.example.com',
        wssUrl: 'wss://chat.example.com',
        apiKey: 'key',
      },
      flowId: 'f1000000-0000-4000-8000-000000000001',
      origins: ['https://www.example.com'],
      forms: { default: form },
    });
    if (!result.ok) throw new Error(result.issues.join());
    const { attributes: _, ...expected } = publicConfigOf(result.config, 'default')?.form ?? {};
    const { consent, ...shown } = publicFormOf(form);
    expect({ ...shown, ...(consent !== null && { consent }) }).toEqual(expected);
  });

  it('omits incomplete values', () => {
    const form = publicFormOf({
      fields: [{ name: '' }, { name: 'pet' }],
      consent: { text: 'You may call me.' },
      callback: { agent: '', hours: [{ days: [] }] },
    });
    expect(form.fields.map(({ name }) => name)).toEqual(['phone', 'pet']);
    expect(form).toMatchObject({ consent: null, callback: false });
  });
});
