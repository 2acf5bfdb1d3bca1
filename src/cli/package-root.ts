import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** Resolves a path in the package, from src/cli in a clone and from dist/server in the published package. */
export function fromRoot(path: string): string {
  const roots = ['../../', '../../../'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  return join(roots.find((root) => existsSync(join(root, 'package.json'))) ?? '.', path);
}

/** The version of this leadchat. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}
