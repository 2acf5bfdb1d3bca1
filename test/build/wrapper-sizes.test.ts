import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

/** The bytes of an entry in a page's own bundle, without the framework and lazily loaded chunks. */
async function bytes(entry: string): Promise<number> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        external: ['react', 'vue', /widget\/panel\/[\w-]+\.ts$/],
        output: { format: 'es' },
      },
    },
  });
  const chunks: Rolldown.OutputChunk[] = [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file) => file.type === 'chunk');
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  // The loop also visits what it adds.
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded].reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);
}

/**
 * Each adapter contains the name of every option, so a new option adds a few bytes to it. If that alone passes a limit,
 * raise the limit to about 100 bytes above the new size.
 */
const limits = [
  { framework: 'react', maxBytes: 1_320 },
  { framework: 'vue', maxBytes: 1_820 },
];

it.each(limits)('adds less than $maxBytes bytes to the widget for $framework', async ({ framework, maxBytes }) => {
  const [widget, adapter] = [await bytes('src/index.ts'), await bytes(`src/adapters/${framework}/index.ts`)];
  const advice =
    'it has the names of all options: after a new one, raise the limit in this file, and say so in the commit';
  expect(adapter - widget, advice).toBeLessThan(maxBytes);
});
