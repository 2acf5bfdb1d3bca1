import { readFile, rm } from 'node:fs/promises';
import { join, normalize } from 'node:path';

/** Deletes the declarations that no entry imports. They describe internals and import types of bundled libraries. */
export async function pruneTypes(files: readonly string[], entries: readonly string[]): Promise<void> {
  const reachable = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (reachable.has(file)) return;
    reachable.add(file);
    for (const name of importedFiles(await readFile(file, 'utf8'))) await visit(join(file, '..', name));
  };
  for (const entry of entries) await visit(normalize(entry));
  for (const file of files) if (!reachable.has(normalize(file))) await rm(file);
}

/** The declaration files that a declaration imports, relative to it. */
export function importedFiles(declarations: string): string[] {
  const names = declarations.matchAll(/(?:from |import\(|import )['"](\.{1,2}\/[^'"]*)\.js['"]/g);
  return [...names].map(([, name]) => `${name}.d.ts`);
}
