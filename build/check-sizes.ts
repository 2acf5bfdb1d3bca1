import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { documentedSizes } from './figures.ts';
import { readManifest } from './manifest.ts';
import { brotliBytes, sizedFiles, totalBytes } from './measure-sizes.ts';
import { sizeLimits } from './size-limits.ts';

/** How far a size may differ from the one in the docs. */
const tolerance = 0.03;
const documented = documentedSizes(readFileSync('docs/figures.md', 'utf8'));
if (!existsSync('dist/.vite/manifest.json')) {
  console.error('[leadchat] there is no build in dist to measure; run `npm run build` first.');
  process.exit(1);
}
const files = sizedFiles('dist');

let failed = false;
for (const { name, maxBytes } of sizeLimits) {
  const counted = files.get(name) ?? [];
  const bytes = totalBytes('dist', counted, brotliBytes);
  const isOver = bytes > maxBytes;
  const isStale = !(Math.abs((documented.get(name) ?? Number.NaN) - bytes) <= bytes * tolerance);
  failed ||= isOver || isStale;
  const gzip = totalBytes('dist', counted, (content) => gzipSync(content, { level: 9 }).length);
  console.log(
    `${isOver ? 'OVER ' : 'ok   '}${kilobytes(bytes)} of ${kilobytes(maxBytes)} brotli · ${kilobytes(gzip)} gzip · ${name}`,
  );
  if (isStale) console.error('[leadchat] docs/figures.md has another size; run npm run figures.');
}
for (const [source, { file, isEntry }] of Object.entries(readManifest('dist'))) {
  if (isEntry === true) continue;
  console.log(`     ${kilobytes(totalBytes('dist', [file], brotliBytes))} brotli · ${source}, loaded when needed`);
}
if (failed) {
  console.error('[leadchat] a size is over its limit, or docs/figures.md is out of date; see above.');
  process.exitCode = 1;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2).padStart(6)} kB`;
}
