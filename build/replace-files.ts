import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/**
 * Moves a finished build to `target` one file at a time: a proxy that serves `target` reads either the old or the new
 * file, never half of one. Then deletes the files that the new build does not have, except in the `kept` folders.
 */
export async function replaceFiles(source: string, target: string, kept: readonly string[] = []): Promise<void> {
  const files = await filesBelow(source);
  // leadchat.js names a file in assets/, which must therefore be moved first; and a proxy that finds a new file reads its
  // compressed forms with it.
  const rankOf = (file: string) => (file.includes(sep) ? 0 : /\.(?:br|gz)$/.test(file) ? 1 : 2);
  for (const file of files.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await rename(join(source, file), join(target, file));
  }
  const isKept = (file: string) => kept.some((folder) => file.startsWith(folder + sep));
  for (const file of await filesBelow(target)) {
    if (!files.includes(file) && !isKept(file)) await rm(join(target, file));
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length));
}
