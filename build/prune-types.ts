import { readFile, rm } from 'node:fs/promises';
import { join, normalize } from 'node:path';

/** Deletes the declarations that no entry's types lead to: they describe the inside, and drag in types of its libraries. */
export async function pruneTypes(files: readonly string[], entries: readonly string[]): Promise<void> {
  const reached = new Set<string>();
  const visit = async (file: string): Promise<void> => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const name of namedFiles(await readFile(file, 'utf8'))) await visit(join(file, '..', name));
  };
  for (const entry of entries) await visit(normalize(entry));
  for (const file of files) if (!reached.has(normalize(file))) await rm(file);
}

/** The declarations that a declaration names, relative to itself. */
export function namedFiles(declarations: string): string[] {
  const names = declarations.matchAll(/(?:from |import\(|import )['"](\.{1,2}\/[^'"]*)\.js['"]/g);
  return [...names].map(([, name]) => `${name}.d.ts`);
}
