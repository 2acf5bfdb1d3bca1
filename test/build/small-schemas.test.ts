import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';

/** The protocol twice: on zod, and on what stands in its place in the browser. */
const onZod: Record<string, unknown> = await import('../../src/protocol/index.ts');
const optionsOnZod: Record<string, unknown> = await import('../../src/options/index.ts');
vi.resetModules();
vi.doMock('zod/mini', () => import('../../build/small-schemas.ts'));
const onSmall: Record<string, unknown> = await import('../../src/protocol/index.ts');
const optionsOnSmall: Record<string, unknown> = await import('../../src/options/index.ts');

const root = 'test/protocol/corpus';
const examples = readdirSync(root).flatMap((folder) =>
  readdirSync(`${root}/${folder}`).map((file) => ({
    name: folder.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
    file: `${folder}/${file}`,
    value: JSON.parse(readFileSync(`${root}/${folder}/${file}`, 'utf8')),
  })),
);
const oddities = [undefined, null, true, 0, -1, 1.5, Number.NaN, '', 'x', [], [null], {}, { type: 'message' }];

/** Success, and the data as it was read. */
function read(schemas: Record<string, unknown>, name: string, value: unknown): unknown {
  const { success, data } = Object(schemas[name]).safeParse(value);
  return success ? { success, data } : { success };
}

describe('the small schemas', () => {
  it('really stand in the place of zod', () => {
    expect(Object(onSmall.sessionFrame)).not.toHaveProperty('_zod');
    expect(Object(onZod.sessionFrame)).toHaveProperty('_zod');
  });

  it.each(examples)('read $file as zod does', ({ name, value }) => {
    expect(read(onSmall, name, value)).toEqual(read(onZod, name, value));
  });

  it.each([...new Set(examples.map(({ name }) => name))])('judge odd values for %s as zod does', (name) => {
    for (const value of oddities) expect(read(onSmall, name, value)).toEqual(read(onZod, name, value));
  });

  it.each([
    {},
    { theme: 'night', title: 7, offset: 'x' },
    { offset: { x: 1 }, triggers: [{ type: 'delay' }, { type: 'moon' }] },
    {
      triggers: [{ type: 'scroll', percent: 50 }],
      fields: [{ name: 'note', type: 'textarea' }],
      texts: { a: { one: 'b' } },
    },
  ])('say the same of the options %j', (given) => {
    const say = (options: Record<string, unknown>) => Object(options).readOptions({ proxy: {}, attributes: {}, given });
    const [small, zod] = [say(optionsOnSmall), say(optionsOnZod)];
    expect(small.options).toEqual(zod.options);
    expect(small.problems.length).toBe(zod.problems.length);
  });
});
