import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { documentedKeys, exampleConfigFile, reference } from '../../build/reference.ts';
import { optionsSchema } from '../../src/options/schema.ts';
import { proxyConfigSchema } from '../../src/proxy/config/schema.ts';

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
    ['optionsSchema', optionsSchema],
    ['proxyConfigSchema', proxyConfigSchema],
  ])('names every value of a choice in %s', (_, schema) => {
    const rows = reference().split('\n');
    const choices = choicesIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '');
    expect(choices.length).toBeGreaterThan(5);
    const isNamed = ({ key, values }: Choice) =>
      rows.some(
        (row) =>
          new RegExp(`^\\| \`(?:\\w+\\.)*${key}\``).test(row) && values.every((value) => row.includes(`\`${value}\``)),
      );
    expect(choices.filter((choice) => !isNamed(choice))).toEqual([]);
  });

  it.each([
    ['src/proxy/config/schema.ts', 'proxyConfigSchema'],
    ['src/proxy/config/form-schema.ts', 'formSchema'],
    ['src/proxy/config/form-schema.ts', 'journey'],
    ['src/proxy/config/form-schema.ts', 'callback'],
    ['src/proxy/config/form-schema.ts', 'route'],
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
    // Left out: addresses of a relay and assumptions about the service, which are rarely set.
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

type Choice = { key: string; values: unknown[] };

/** The keys whose value is one of a list, at any depth. */
function choicesIn(schema: z.core.JSONSchema._JSONSchema, key: string): Choice[] {
  if (typeof schema === 'boolean') return [];
  if (schema.enum !== undefined) return [{ key, values: schema.enum }];
  const { properties = {}, items = [], anyOf = [], oneOf = [], additionalProperties = false } = schema;
  return [
    ...Object.entries(properties).flatMap(([name, property]) => choicesIn(property, name)),
    ...[items, anyOf, oneOf, additionalProperties].flat().flatMap((inner) => choicesIn(inner, key)),
  ];
}
