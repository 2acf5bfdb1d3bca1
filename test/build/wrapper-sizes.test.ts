import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

/** What a page pays for an entry when its own bundler builds it, without the framework and what is loaded later. */
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
        external: ['react', 'vue', /widget\/panel\/index\.ts$/],
        output: { format: 'es' },
      },
    },
  });
  const chunks: Rolldown.OutputChunk[] = [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file) => file.type === 'chunk');
  return chunks.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);
}

it.each(['react', 'vue'])('adds less than 1.5 kB to the widget for %s', async (framework) => {
  const [widget, adapter] = [await bytes('src/index.ts'), await bytes(`src/adapters/${framework}/index.ts`)];
  expect(adapter - widget).toBeLessThan(1500);
});
