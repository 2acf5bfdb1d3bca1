import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentCodings } from '../src/proxy/widget/send-asset.ts';

/** Writes the files in every content coding beside them, for the proxy and for static hosts. */
export async function precompress(folder: string, names: readonly string[]): Promise<void> {
  for (const path of names.map((name) => join(folder, name))) {
    const body = await readFile(path);
    for (const { suffix, compress } of contentCodings) await writeFile(path + suffix, await compress(body));
  }
}
