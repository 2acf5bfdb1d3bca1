import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { chunkNamed, readManifest } from './manifest.ts';
import { brotliBytes } from './measure-sizes.ts';
import { sizeLimits } from './size-limits.ts';
import { mapsFolder } from './source-maps.ts';

export type Part = {
  /** A folder of src, a package, or in leadchat.js a file of src. */
  name: string;
  /** What the file would be smaller without it, in bytes after brotli 11. Parts share words, so all add up to less than the file. */
  bytes: number;
};

const minPartBytes = 30;

/** The parts of every file that the limits count, by the name of its chunk. */
export function measureParts(folder: string): Map<string, Part[]> {
  const manifest = readManifest(folder);
  const chunks = new Set(sizeLimits.flatMap(({ chunks }) => chunks));
  const files = [...chunks].map((chunk) => [chunk, chunkNamed(manifest, chunk).file] as const);
  return new Map(
    [['leadchat.js', 'leadchat.js'] as const, ...files].map(([name, file]) => [name, partsOf(folder, file)]),
  );
}

/** What a built file consists of, the largest part first. Omits what is hardly there. */
function partsOf(folder: string, file: string): Part[] {
  const text = readFileSync(join(folder, file), 'utf8');
  const owners = ownersOf(text, readFileSync(join(folder, mapsFolder, `${file}.map`), 'utf8'), partOf(file));
  const total = brotliBytes(Buffer.from(text));
  return [...new Set(owners)]
    .map((name) => {
      const rest = Array.from(owners, (owner, at) => (owner === name ? '' : text[at]));
      return { name, bytes: total - brotliBytes(Buffer.from(rest.join(''))) };
    })
    .filter(({ bytes }) => bytes >= minPartBytes)
    .sort((a, b) => b.bytes - a.bytes);
}

/** The part that each character of a file comes from. */
function ownersOf(text: string, map: string, partOfSource: (source: string) => string): string[] {
  const sourceMap = new SourceMap(JSON.parse(map));
  return text.split('\n').flatMap((line, lineNumber) =>
    // One more for the line break.
    Array.from({ length: line.length + 1 }, (_, column) => {
      const entry = sourceMap.findEntry(lineNumber, column);
      return 'originalSource' in entry && entry.originalSource ? partOfSource(entry.originalSource) : 'bundler';
    }),
  );
}

function partOf(file: string): (source: string) => string {
  return (source) => {
    const [, library] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
    const [, path] = /(?:^|\/)src\/(.+)$/.exec(source) ?? [];
    if (library !== undefined) return library;
    if (path === undefined) return 'bundler';
    // Every page pays for leadchat.js, so each of its files counts.
    return file === 'leadchat.js' ? path : path.split('/').slice(0, -1).slice(0, 2).join('/') || path;
  };
}
