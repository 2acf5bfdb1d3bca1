import { readFile, writeFile } from 'node:fs/promises';
import { documentedKeys, documentedSchemas } from './reference.ts';

/** The doc comments of the keys of one object in a schema. */
export type KeyComments = ReadonlyMap<string, string>;

/**
 * Adds the schemas' doc comments to the declarations. tsc drops them from inferred types, so editors could not show an
 * option's meaning and default.
 */
export async function documentTypes(files: Iterable<string>): Promise<void> {
  const groups: KeyComments[] = [];
  for (const { file, schema } of documentedSchemas) groups.push(...keyCommentsOf(await readFile(file, 'utf8'), schema));
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    if (/from 'zod(?:\/mini)?'/.test(text)) await writeFile(file, addComments(text, groups));
  }
}

/** The doc comments in a schema's source, one map per object. */
export function keyCommentsOf(source: string, schema: string): KeyComments[] {
  const groups = new Map<string, Map<string, string>>();
  for (const { key, text, defaultValue } of documentedKeys(source, schema)) {
    const end = key.lastIndexOf('.') + 1;
    const group = groups.get(key.slice(0, end)) ?? new Map<string, string>();
    groups.set(key.slice(0, end), group);
    group.set(key.slice(end), defaultValue === undefined ? text : `${text} @default ${defaultValue}`.trim());
  }
  return [...groups.values()];
}

/**
 * The declarations with comments. tsc writes one key per line and all keys of an object at the same indentation. Nested
 * objects have no name in a declaration, so they are matched by their keys.
 */
export function addComments(declarations: string, groups: readonly KeyComments[]): string {
  const lines = declarations.split('\n');
  const objects = objectsOf(lines);
  const comments = new Map<number, string>();
  for (const object of objects) {
    const matching = groups.filter((group) => [...group.keys()].every((key) => object.has(key)));
    matching.sort((a, b) => b.size - a.size);
    for (const [key, at] of object) {
      const comment = matching.find((group) => group.has(key))?.get(key);
      const indent = /^\s*/.exec(lines[at] ?? '')?.[0];
      if (comment !== undefined && lines[at - 1]?.endsWith('*/') !== true)
        comments.set(at, `${indent}/** ${comment} */`);
    }
  }
  return lines.flatMap((line, at) => [comments.get(at) ?? [], line].flat()).join('\n');
}

/** Every multi-line object: its keys and their line numbers. */
function objectsOf(lines: readonly string[]): Map<string, number>[] {
  const found: Map<string, number>[] = [];
  const open: { indent: number; keys: Map<string, number> }[] = [];
  for (const [at, line] of lines.entries()) {
    const [, space = '', key] = /^(\s*)(?:readonly )?(\w+)\??: /.exec(line) ?? [];
    const indent = key === undefined ? line.search(/\S|$/) : space.length;
    // A line with less indentation ends every object inside, such as `}>` and the key after it.
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
