import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as z from 'zod';

/** What one page load costs, in bytes after brotli 11: more than `limit` fails, and the README names what was measured. */
const budgets = [
  { what: 'leadchat.js, paid by every page', files: () => ['leadchat.js'], limit: 2_500, target: 2_500 },
  {
    what: 'an open anonymous chat, everything',
    files: () => ['leadchat.js', ...withImports('src/panel.ts')],
    limit: 33_800,
    target: 26_000,
  },
  {
    what: 'an open chat with the form, phone metadata apart',
    files: () => ['leadchat.js', ...['src/panel.ts', 'src/lead/index.ts', 'src/ui/form/index.ts'].flatMap(withImports)],
    limit: 41_800,
    target: 32_000,
  },
];

/** How far a size may move before the README has to be written anew. */
const tolerance = 0.03;
const readme = readFileSync('README.md', 'utf8');

const manifest = z
  .record(
    z.string(),
    z.looseObject({
      file: z.string(),
      imports: z.array(z.string()).optional(),
      dynamicImports: z.array(z.string()).optional(),
      isEntry: z.boolean().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')));

let failed = false;
for (const { what, files, limit, target } of budgets) {
  const names = [...new Set(files())];
  const brotli = total(names, (bytes) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  const gzip = total(names, (bytes) => gzipSync(bytes, { level: 9 }));
  const isOver = brotli > limit;
  const isStale = !(Math.abs(writtenSize(what) - brotli) <= brotli * tolerance);
  failed ||= isOver || isStale;
  console.log(
    `${isOver ? 'OVER ' : 'ok   '}${kilobytes(brotli)} of ${kilobytes(limit)} brotli · ${kilobytes(gzip)} gzip · ${what}`,
  );
  if (isStale) {
    const row = `| ${what} | ${kilobytes(brotli).trim()} | ${kilobytes(target).trim()} |`;
    console.error(`[leadchat] the README tells another size; its row is now:\n${row}`);
  }
}
for (const [source, { file, isEntry }] of Object.entries(manifest)) {
  if (isEntry !== true)
    console.log(`     ${kilobytes(total([file], brotliCompressSync))} brotli · ${source}, when it is needed`);
}
if (failed) {
  console.error('[leadchat] the sizes are not as promised; see above.');
  process.exitCode = 1;
}

/** The bytes that the README gives for a row of its table. */
function writtenSize(what: string): number {
  const row = readme.split('\n').find((line) => line.startsWith(`| ${what} |`));
  return Number(/([\d.]+) kB/.exec(row ?? '')?.[1] ?? Number.NaN) * 1000;
}

/** A module's chunk and every chunk that it imports at once. */
function withImports(source: string): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined)
      throw new Error(`dist has no chunk for ${name}: run npm run build, or mend the budget's list`);
    if (found.has(chunk.file)) return;
    found.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  visit(source);
  return [...found];
}

function total(names: string[], compress: (bytes: Buffer) => Buffer): number {
  return names.reduce((sum, name) => sum + compress(readFileSync(`dist/${name}`)).length, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2).padStart(6)} kB`;
}
