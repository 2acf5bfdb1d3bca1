import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addComments, keyCommentsOf } from '../../build/document-types.ts';
import { importedFiles } from '../../build/prune-types.ts';

const source = [
  'export const optionsSchema = z.object({',
  '  /** Words. @default "hello" */',
  "  text: z._default(z.string(), 'hello'),",
  '  nested: z.object({',
  '    /** How long, in days. */',
  '    days: z.number(),',
  '  }),',
  '});',
].join('\n');

describe('the declarations of the package', () => {
  it('have the schemas’ comments and defaults, which tsc leaves out of inferred types', () => {
    const declarations = [
      'export declare const optionsSchema: z.ZodMiniObject<{',
      '    text: z.ZodMiniDefault<z.ZodMiniString<string>>;',
      '    nested: z.ZodMiniObject<{',
      '        days: z.ZodMiniNumber<number>;',
      '    }, z.core.$strip>;',
      '}, z.core.$strip>;',
    ];
    expect(addComments(declarations.join('\n'), keyCommentsOf(source, 'optionsSchema')).split('\n')).toEqual([
      declarations[0],
      '    /** Words. @default "hello" */',
      ...declarations.slice(1, 3),
      '        /** How long, in days. */',
      ...declarations.slice(3),
    ]);
  });

  it('have no comment on a key that only bears the same name', () => {
    const declarations = 'export declare const other: z.ZodMiniObject<{\n    days: z.ZodMiniNumber<number>;\n}>;';
    const [words] = keyCommentsOf(source, 'optionsSchema');
    expect(addComments(declarations, words === undefined ? [] : [words])).toBe(declarations);
  });

  it('are addComments once, however often they are worked on', () => {
    const groups = keyCommentsOf(readFileSync('src/options/schema.ts', 'utf8'), 'optionsSchema');
    const once = addComments('declare const a: z.ZodMiniObject<{\n    flowId: z.ZodMiniString;\n}>;', groups);
    expect(addComments(once, groups)).toBe(once);
  });

  it('are followed from one file to the next by every way in which one names another', () => {
    const text = [
      "import { a } from './a.js';",
      "export type { B } from '../b/index.js';",
      "declare const c: import('./c.js').C;",
      "import './d.js';",
      "import { z } from 'zod';",
    ].join('\n');
    expect(importedFiles(text)).toEqual(['./a.d.ts', '../b/index.d.ts', './c.d.ts', './d.d.ts']);
  });
});
