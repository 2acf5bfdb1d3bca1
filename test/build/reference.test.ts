import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentedKeys, exampleConfigFile, reference } from '../../build/reference.ts';
import { optionsSchema } from '../../src/options/schema.ts';

describe('the reference', () => {
  it('is what the schemas say now; npm run reference writes it anew', () => {
    expect(readFileSync('docs/reference.md', 'utf8')).toBe(reference());
  });

  it('explains every option of the widget', () => {
    const keys = documentedKeys(readFileSync('src/options/schema.ts', 'utf8'), 'optionsSchema');
    expect(keys.map(({ key }) => key)).toEqual(Object.keys(optionsSchema.shape));
    expect(keys.filter(({ text }) => text === '')).toEqual([]);
  });

  it.each([
    ['src/proxy/config/schema.ts', 'proxyConfigSchema'],
    ['src/proxy/config/form-schema.ts', 'formSchema'],
    ['src/proxy/config/form-schema.ts', 'journey'],
    ['src/proxy/config/form-schema.ts', 'callback'],
    ['src/protocol/form.ts', 'formField'],
    ['src/protocol/form.ts', 'formConsent'],
    ['src/proxy/config/limits-schema.ts', 'limitsSchema'],
    ['src/proxy/config/webhook-schema.ts', 'webhookSchema'],
    ['src/options/trigger.ts', 'trigger'],
    ['src/options/trigger.ts', 'common'],
    ['src/options/schema.ts', 'siteHours'],
  ])('has an example of every key of %s, %s', (file, schema) => {
    const example = readFileSync(exampleConfigFile, 'utf8');
    const names = documentedKeys(readFileSync(file, 'utf8'), schema).map(({ key }) => key.split('.').at(-1));
    // Addresses of a relay, and guesses about the service: both are rare, and have defaults.
    const rare = ['scriptUrl', 'verifyUrl', 'assumptions'];
    expect(names.filter((name) => !example.includes(`"${name}":`) && !rare.includes(String(name)))).toEqual([]);
  });

  it('gives nested keys their whole path, and separates defaults from meanings', () => {
    const source = [
      'const schema = z.object({',
      '  service: z.object({',
      '    /** Where it is. @default "here" */',
      '    url: z.string(),',
      '  }),',
      '  /** The key. */',
      '  secret,',
      '});',
    ].join('\n');
    expect(documentedKeys(source, 'schema')).toEqual([
      { key: 'service.url', text: 'Where it is.', defaultValue: '"here"' },
      { key: 'secret', text: 'The key.', defaultValue: undefined },
    ]);
  });
});
