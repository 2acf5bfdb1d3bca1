import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { budgets } from './budgets.ts';

/** How far a size may move before the README has to be written anew. */
const tolerance = 0.03;
const readme = readFileSync('README.md', 'utf8');

const manifest = z
  .record(
    z.string(),
    z.looseObject({
      file: z.string(),
      name: z.string().optional(),
      imports: z.array(z.string()).optional(),
      dynamicImports: z.array(z.string()).optional(),
      isEntry: z.boolean().optional(),
    }),
  )
  .parse(JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')));

let failed = false;
for (const { what, chunks, limit } of budgets) {
  const names = ['leadchat.js', ...chunks.map(fileOf)];
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
    const row = `| ${what} | ${kilobytes(brotli).trim()} | ${kilobytes(limit).trim()} |`;
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

/** The file of a chunk. What it imports at once has to be in the budget too. */
function fileOf(wanted: string, _index: number, all: readonly string[]): string {
  const chunk = Object.values(manifest).find(({ name }) => name === wanted);
  if (chunk === undefined) throw new Error(`dist has no chunk ${wanted}: run npm run build, or mend build/budgets.ts`);
  for (const key of chunk.imports ?? []) {
    const name = manifest[key]?.name;
    if (name === undefined || !all.includes(name)) throw new Error(`${wanted} imports ${key}, which has no budget`);
  }
  return chunk.file;
}

function total(names: string[], compress: (bytes: Buffer) => Buffer): number {
  return names.reduce((sum, name) => sum + compress(readFileSync(`dist/${name}`)).length, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2).padStart(6)} kB`;
}
