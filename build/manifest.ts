import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const chunk = z.looseObject({
  file: z.string(),
  name: z.string().optional(),
  imports: z.array(z.string()).optional(),
  isEntry: z.boolean().optional(),
});

/** Vite's manifest of the panel's build: the chunks and their imports. */
export type Manifest = Record<string, z.infer<typeof chunk>>;

export function readManifest(folder: string): Manifest {
  return z.record(z.string(), chunk).parse(JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')));
}

export function chunkNamed(manifest: Manifest, name: string): Manifest[string] {
  const found = Object.values(manifest).find((entry) => entry.name === name);
  if (found === undefined)
    throw new Error(`the build has no chunk "${name}"; it has ${Object.keys(manifest).join(', ')}`);
  return found;
}
