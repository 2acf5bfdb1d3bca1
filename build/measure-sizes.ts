import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { chunkNamed, type Manifest, readManifest } from './manifest.ts';
import { sizeLimits } from './size-limits.ts';

export type SizeName = (typeof sizeLimits)[number]['name'];

/** The files that each size counts, by the name of its limit. */
export function sizedFiles(folder: string): Map<SizeName, string[]> {
  const manifest = readManifest(folder);
  return new Map(
    sizeLimits.map(({ name, chunks }) => [
      name,
      ['leadchat.js', ...chunks.map((chunk) => fileOf(manifest, chunk, chunks))],
    ]),
  );
}

/** The sizes of a build in bytes after brotli 11. */
export function measureSizes(folder: string): Map<SizeName, number> {
  const brotliTotal = totalOf(folder, brotliBytes);
  return new Map([...sizedFiles(folder)].map(([name, files]) => [name, brotliTotal(files)]));
}

/** What files add up to. Compresses each of them once, however many totals count it. */
export function totalOf(folder: string, sizeOf: (content: Buffer) => number): (files: readonly string[]) => number {
  const sizes = new Map<string, number>();
  return (files) => {
    for (const file of files) if (!sizes.has(file)) sizes.set(file, sizeOf(readFileSync(join(folder, file))));
    return files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  };
}

export function brotliBytes(content: Buffer): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** The file of a chunk. Throws if the limits do not count one of its static imports. */
function fileOf(manifest: Manifest, name: string, counted: readonly string[]): string {
  const chunk: Manifest[string] = chunkNamed(manifest, name);
  for (const key of chunk.imports ?? []) {
    const imported = manifest[key]?.name;
    if (imported === undefined || !counted.includes(imported))
      throw new Error(`the chunk ${name} imports ${key}, which build/size-limits.ts does not count with it`);
  }
  return chunk.file;
}
