import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { leanSocket } from './build/lean-socket.ts';

const smallPreact = fileURLToPath(new URL('build/small-preact.ts', import.meta.url));
const smallSignals = fileURLToPath(new URL('build/small-signals.ts', import.meta.url));

const smallSocket = fileURLToPath(new URL('build/small-socket.ts', import.meta.url));

export default defineConfig({
  test: {
    testTimeout: 20_000,
    // Two cores: more workers only make real sockets and child processes wait for each other.
    maxWorkers: 2,
    projects: [
      {
        // Connections, once more on what visitors get in the place of reconnecting-websocket.
        extends: true,
        resolve: { alias: { 'reconnecting-websocket': smallSocket } },
        test: { name: 'small-socket', include: ['test/connection/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          typecheck: { include: ['test/**/*.test-d.ts'] },
        },
      },
      {
        // The connection, once more on what visitors get of reconnecting-websocket.
        extends: true,
        plugins: [leanSocket()],
        resolve: {
          alias: {
            'reconnecting-websocket': fileURLToPath(
              new URL('reconnecting-websocket.ts', import.meta.resolve('reconnecting-websocket/package.json')),
            ),
          },
        },
        test: { name: 'lean-socket', include: ['test/connection/web-socket.test.ts'] },
      },
      {
        // What draws, once more on what visitors get in the place of Preact and its signals.
        extends: true,
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
        resolve: {
          alias: {
            // Queries are all that is taken from it; the rest needs Preact's insides.
            '@testing-library/preact': '@testing-library/dom',
            'preact/jsx-runtime': smallPreact,
            preact: smallPreact,
            '@preact/signals-core': smallSignals,
          },
        },
        test: { name: 'small-preact', include: ['test/ui/*.test.tsx', 'test/panel.test.tsx'] },
      },
    ],
  },
});
