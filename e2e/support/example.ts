import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { servedTest } from './served-test.ts';
import { type Stack, startStack } from './start-stack.ts';

/** Resolves `leadchat/react` and `leadchat/vue` to the built entries, since the package is not installed here. */
const alias = Object.fromEntries(
  ['react', 'vue'].map((entry) => [`leadchat/${entry}`, join(process.cwd(), `dist/browser/${entry}.js`)]),
);

/** Builds a Vite project of examples/ for the stack, with the plugins of the root. */
async function buildExample(name: string, proxyUrl: string, outDir: string): Promise<void> {
  await build({
    root: join('examples', name),
    logLevel: 'warn',
    resolve: { alias },
    define: { 'import.meta.env.VITE_LEADCHAT_PROXY': JSON.stringify(proxyUrl) },
    build: { outDir, emptyOutDir: true },
  });
}

/** A stack whose site is an example. */
export const test = servedTest.extend<{ example: string; stack: Stack }>({
  example: ['', { option: true }],
  stack: [
    async ({ example }, use) => {
      const root = await mkdtemp(join(tmpdir(), `leadchat-${example}-`));
      const { stack, stop } = await startStack({ root });
      try {
        await buildExample(example, stack.proxy.url, root);
        await use(stack);
      } finally {
        await stop();
        await rm(root, { recursive: true, force: true });
      }
    },
    // The start must not use up the time of the first test.
    { timeout: 180_000 },
  ],
});
