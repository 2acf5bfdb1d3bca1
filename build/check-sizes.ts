import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { chunkNamed, type Manifest, readManifest } from './manifest.ts';
import { sizeLimits } from './size-limits.ts';

/** How far a size may be from the one in the docs. */
const tolerance = 0.03;
const figures = readFileSync('docs/figures.md', 'utf8');
const manifest = readManifest('dist');

let failed = false;
for (const { name, chunks, maxBytes } of sizeLimits) {
  const files = ['leadchat.js', ...chunks.map((chunk) => fileOf(chunk, chunks))];
  const bytes = total(files, brotli);
  const isOver = bytes > maxBytes;
  const isStale = !(Math.abs(documentedSize(name) - bytes) <= bytes * tolerance);
  failed ||= isOver || isStale;
  const gzip = total(files, (content) => gzipSync(content, { level: 9 }).length);
  console.log(
    `${isOver ? 'OVER ' : 'ok   '}${kilobytes(bytes)} of ${kilobytes(maxBytes)} brotli · ${kilobytes(gzip)} gzip · ${name}`,
  );
  if (isStale) {
    const row = `| ${name} | ${kilobytes(bytes).trim()} | ${kilobytes(maxBytes).trim()} |`;
    console.error(`[leadchat] docs/figures.md has another size. Its row should be:\n${row}`);
  }
}
for (const [source, { file, isEntry }] of Object.entries(manifest)) {
  if (isEntry !== true) console.log(`     ${kilobytes(total([file], brotli))} brotli · ${source}, loaded when needed`);
}
if (failed) {
  console.error('[leadchat] a size is over its limit, or docs/figures.md is out of date; see above.');
  process.exitCode = 1;
}

/** The bytes in the row of this name; NaN without one. */
function documentedSize(name: string): number {
  const row = figures.split('\n').find((line) => line.startsWith(`| ${name} |`));
  return Number(/([\d.]+) kB/.exec(row ?? '')?.[1] ?? Number.NaN) * 1000;
}

/** The file of a chunk, whose static imports have to be counted too. */
function fileOf(name: string, counted: readonly string[]): string {
  const chunk: Manifest[string] = chunkNamed(manifest, name);
  for (const key of chunk.imports ?? []) {
    const imported = manifest[key]?.name;
    if (imported === undefined || !counted.includes(imported))
      throw new Error(`the chunk ${name} imports ${key}, which build/size-limits.ts does not count with it`);
  }
  return chunk.file;
}

function brotli(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

function total(files: readonly string[], sizeOf: (content: Buffer) => number): number {
  return files.reduce((sum, file) => sum + sizeOf(readFileSync(`dist/${file}`)), 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2).padStart(6)} kB`;
}
