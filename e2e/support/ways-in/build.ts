import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

let built: Promise<ReadonlyMap<string, string>> | undefined;

/** The bundles of `bundle`, made once in a process. */
export function buildWaysIn(): Promise<ReadonlyMap<string, string>> {
  built ??= bundle();
  return built;
}

/** Bundles the client, and a page's own zod, with the built entries of the package, as a customer's bundler does. The result maps names to files. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const entry = (name: string) => join(process.cwd(), `dist/browser/${name}.js`);
  const built = await build({
    configFile: false,
    mode: 'production',
    logLevel: 'error',
    publicDir: false,
    base: './',
    resolve: {
      alias: [
        { find: /^.*\/src\/adapters\/(react|vue)\/index\.ts$/, replacement: entry('$1') },
        { find: /^.*\/src\/adapters\/element\/define\.ts$/, replacement: entry('element') },
        { find: /^.*\/src\/index\.ts$/, replacement: entry('index') },
      ],
    },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: { client: 'e2e/support/ways-in/client.ts', zod: 'e2e/support/ways-in/zod.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  const chunks: Rolldown.OutputChunk[] = [built]
    .flat()
    .flatMap((result) => ('output' in result ? result.output : []))
    .filter((file) => file.type === 'chunk');
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
}
