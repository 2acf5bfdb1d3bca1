import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** The kind of import: `type` disappears in compilation, `dynamic` is loaded when needed. */
export type ImportKind = 'static' | 'dynamic' | 'type';

export type Import = { from: string; specifier: string; to: string | undefined; kind: ImportKind };

/** Every source file below `root`, as paths from the repository's root with forward slashes. */
export function sourceFiles(root = 'src'): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative('.', join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** The imports of one file. Relative ones are resolved to a path from the repository's root. */
export function importsOf(file: string): Import[] {
  const source = withoutComments(readFileSync(file, 'utf8'));
  const found: Import[] = [];
  const add = (specifier: string, kind: ImportKind) =>
    found.push({ from: file, specifier, to: resolve(file, specifier), kind });
  for (const match of source.matchAll(/^\s*(?:import|export)\s([^'"`;]*?)\sfrom\s*['"]([^'"]+)['"]/gm)) {
    add(match[2] ?? '', takesTypesOnly(match[1] ?? '') ? 'type' : 'static');
  }
  for (const match of source.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm)) add(match[1] ?? '', 'static');
  for (const match of source.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/g)) {
    add(match[2] ?? '', match[1] === undefined ? 'dynamic' : 'type');
  }
  return found;
}

/** `import type { A }`, `export type { A }`, or braces in which every name is marked `type`. */
function takesTypesOnly(clause: string): boolean {
  if (/^type\s/.test(clause)) return true;
  const braces = /^\{([\s\S]*)\}$/.exec(clause.trim())?.[1];
  const names = braces?.split(',').filter((name) => name.trim() !== '') ?? [];
  return names.length > 0 && names.every((name) => /^\s*type\s/.test(name));
}

function resolve(file: string, specifier: string): string | undefined {
  // A query such as `?inline` says how Vite imports a file, not which file it is.
  const path = specifier.replace(/\?.*$/, '');
  return path.startsWith('.') ? join(dirname(file), path).replaceAll('\\', '/') : undefined;
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}
