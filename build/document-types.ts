import { readFile, writeFile } from 'node:fs/promises';
import { documentedKeys, documentedSchemas } from './reference.ts';

/** The doc comments of the keys of one object in a schema. */
export type DocumentedGroup = ReadonlyMap<string, string>;

/**
 * Puts the schemas' doc comments into their declarations: tsc drops them
 * when it writes inferred types, and editors could not show the meaning and default of an option.
 */
export async function documentTypes(files: Iterable<string>): Promise<void> {
  const groups: DocumentedGroup[] = [];
  for (const { file, schema } of documentedSchemas) groups.push(...groupsOf(await readFile(file, 'utf8'), schema));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    if (/from 'zod(?:\/mini)?'/.test(text)) await writeFile(file, documented(text, groups));
  }
}

/** The groups of a schema's source that have comments. */
export function groupsOf(source: string, schema: string): DocumentedGroup[] {
  const groups = new Map<string, Map<string, string>>();
  for (const { key, text, fallback } of documentedKeys(source, schema)) {
    const end = key.lastIndexOf('.') + 1;
    const group = groups.get(key.slice(0, end)) ?? new Map<string, string>();
    groups.set(key.slice(0, end), group);
    group.set(key.slice(end), fallback === undefined ? text : `${text} @default ${fallback}`.trim());
  }
  return [...groups.values()];
}

/**
 * The declarations with comments. tsc writes one key to a line, and an object's keys at one depth. What an object is
 * called is lost where it stands inside another, so it is known by its keys.
 */
export function documented(declarations: string, groups: readonly DocumentedGroup[]): string {
  const lines = declarations.split('\n');
  const objects = objectsOf(lines);
  const comments = new Map<number, string>();
  for (const object of objects) {
    const matching = groups.filter((group) => [...group.keys()].every((key) => object.has(key)));
    const [group] = matching.sort((a, b) => b.size - a.size);
    for (const [key, at] of object) {
      const comment = group?.get(key);
      const indent = /^\s*/.exec(lines[at] ?? '')?.[0];
      if (comment !== undefined && lines[at - 1]?.endsWith('*/') !== true)
        comments.set(at, `${indent}/** ${comment} */`);
    }
  }
  return lines.flatMap((line, at) => [comments.get(at) ?? [], line].flat()).join('\n');
}

/** Every object that is written over several lines: the line of each of its keys. */
function objectsOf(lines: readonly string[]): Map<string, number>[] {
  const found: Map<string, number>[] = [];
  const open: { indent: number; keys: Map<string, number> }[] = [];
  for (const [at, line] of lines.entries()) {
    const [, space = '', key] = /^(\s*)(?:readonly )?(\w+)\??: /.exec(line) ?? [];
    const indent = key === undefined ? line.search(/\S|$/) : space.length;
    // A line further out ends every object inside, such as `}>` and the key after it.
    while ((open.at(-1)?.indent ?? -1) > indent) open.pop();
    if (key === undefined) continue;
    let object = open.at(-1);
    if (object?.indent !== indent) {
      object = { indent, keys: new Map() };
      open.push(object);
      found.push(object.keys);
    }
    object.keys.set(key, at);
  }
  return found;
}
