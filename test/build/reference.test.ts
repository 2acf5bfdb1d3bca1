import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentedKeys, reference } from '../../build/reference.ts';
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
