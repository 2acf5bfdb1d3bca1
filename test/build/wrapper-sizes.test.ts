import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';

/** What a page pays for an entry when its own bundler has built it, without the framework and what is loaded on intent. */
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
        external: ['react', 'vue', /panel\.ts$/],
        output: { format: 'es' },
      },
    },
  });
  const outputs: Rolldown.OutputChunk[] = [built]
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .filter((one) => one.type === 'chunk');
  return outputs.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0);
}

it.each(['react', 'vue'])('adds less than 1.5 kB to the widget for %s', async (framework) => {
  const [widget, wrapper] = [await bytes('src/index.ts'), await bytes(`src/${framework}/index.ts`)];
  expect(wrapper - widget).toBeLessThan(1500);
});
