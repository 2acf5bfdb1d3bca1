import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'vite';

/** What tests run as processes of their own. */
const sources = [
  'src/cli/main.ts',
  'test/proxy/defences/overload-server.ts',
  'test/proxy/delivery/kill-child.ts',
  'test/proxy/store/accept-one-by-one.ts',
  'test/proxy/webhooks/kill-child.ts',
  'test/support/fake-service-process.ts',
];
const page = 'src/sandbox/inspect/page';

/** As deep in the project as dist/server/cli, from where the programs find the package and dist. */
const folder = resolve('node_modules/.cache/programs');

const bundled = await bundlePrograms();

/**
 * The file to run for a program: its bundle, like that of the package, because Node reads some 200 files of sources at each start,
 * which takes twice the processor time.
 */
export function programFile(source: string): string {
  return bundled.get(source) ?? source;
}

async function bundlePrograms(): Promise<Map<string, string>> {
  const names = sources.map((source) => [nameOf(source), resolve(source)] as const);
  const entries = [...names, ['store-thread', resolve('src/proxy/store/sqlite/store-thread.ts')] as const];
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node22',
      minify: false,
      write: false,
      rolldownOptions: {
        input: Object.fromEntries(entries),
        // pg tries both, and works without them.
        external: ['pg-native', 'pg-cloudflare'],
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  });
  const outputs = [built].flat().flatMap((part) => ('output' in part ? part.output : []));
  for (const output of outputs) await replace(output.fileName, output.type === 'chunk' ? output.code : output.source);
  for (const file of await readdir(page)) await replace(join('page', file), await readFile(join(page, file)));
  return new Map(sources.map((source) => [source, join(folder, `${nameOf(source)}.js`)]));
}

function nameOf(source: string): string {
  return source.replaceAll('/', '-').replace(/\.ts$/, '');
}

/** Several processes of tests write the same files at once, and run them. */
async function replace(name: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, name);
  const before = await readFile(file).catch(() => undefined);
  if (before?.equals(Buffer.from(content))) return;
  await mkdir(dirname(file), { recursive: true });
  const next = `${file}.${process.pid}`;
  await writeFile(next, content);
  await rename(next, file);
}
