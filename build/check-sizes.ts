import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { documentedParts, documentedSizes } from './figures.ts';
import { readManifest } from './manifest.ts';
import { measureParts } from './measure-parts.ts';
import { brotliBytes, sizedFiles, totalOf } from './measure-sizes.ts';
import { sizeLimits } from './size-limits.ts';

const signed = new Intl.NumberFormat('en', { signDisplay: 'always', minimumFractionDigits: 2 });
/** How far a size may differ from the one in the docs. */
const tolerance = 0.03;
const figures = readFileSync('docs/figures.md', 'utf8');
const documented = documentedSizes(figures);
if (!existsSync('dist/.vite/manifest.json')) {
  console.error('[leadchat] there is no build in dist to measure; run `npm run build` first.');
  process.exit(1);
}
const files = sizedFiles('dist');
const brotliTotal = totalOf('dist', brotliBytes);
const gzipTotal = totalOf('dist', (content) => gzipSync(content, { level: 9 }).length);

let failed = false;
for (const { name, maxBytes } of sizeLimits) {
  const counted = files.get(name) ?? [];
  const bytes = brotliTotal(counted);
  const isOver = bytes > maxBytes;
  const isStale = !(Math.abs((documented.get(name) ?? Number.NaN) - bytes) <= bytes * tolerance);
  failed ||= isOver || isStale;
  const gzip = gzipTotal(counted);
  console.log(
    `${isOver ? 'OVER ' : 'ok   '}${kilobytes(bytes)} of ${kilobytes(maxBytes)} brotli · ${kilobytes(gzip)} gzip · ${name}`,
  );
  if (isStale) console.error('[leadchat] docs/figures.md has another size; run npm run figures.');
}
for (const [source, { file, isEntry }] of Object.entries(readManifest('dist'))) {
  if (isEntry === true) continue;
  console.log(`     ${kilobytes(brotliTotal([file]))} brotli · ${source}, loaded when needed`);
}
console.log('\nparts, with the difference to docs/figures.md:');
const previousParts = documentedParts(figures);
for (const [file, parts] of measureParts('dist')) {
  const previous = new Map((previousParts.get(file) ?? []).map(({ name, bytes }) => [name, bytes]));
  const gone = [...previous.keys()].filter((name) => !parts.some((part) => part.name === name));
  for (const { name, bytes } of [...parts, ...gone.map((name) => ({ name, bytes: 0 }))]) {
    const change = Math.round((bytes - (previous.get(name) ?? 0)) / 10) / 100;
    console.log(`     ${kilobytes(bytes)} ${change === 0 ? '     ' : signed.format(change)} · ${file} · ${name}`);
  }
}
if (failed) {
  console.error('[leadchat] a size is over its limit, or docs/figures.md is out of date; see above.');
  process.exitCode = 1;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(2).padStart(6)} kB`;
}
