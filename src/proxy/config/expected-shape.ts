import { computed } from '@preact/signals-core';
import * as z from 'zod';
import { proxyConfigSchema } from './schema.ts';

type Node = z.core.JSONSchema.BaseSchema;

/** Built for the first problem: most configurations have none, and building it takes milliseconds. */
const root = computed<Node>(() => z.toJSONSchema(proxyConfigSchema, { io: 'input', unrepresentable: 'any' }));

/**
 * The shape of an object or list in the configuration: `{ url, secret, events? }`, or a list of such objects. Read from
 * the schema, so a new key needs no new text.
 */
export function expectedShape(path: readonly PropertyKey[]): string | undefined {
  const node = nodeAt(path);
  return node === undefined ? undefined : shapeOf(node);
}

/** The keys of the object at a path of the configuration. */
export function knownKeys(path: readonly PropertyKey[]): string[] {
  const node = nodeAt(path);
  const objects = [node, ...(node?.anyOf ?? [])].filter(isNode);
  return objects.flatMap(({ properties }) => Object.keys(properties ?? {}));
}

/**
 * What a value at a path may reveal. `secret`: it is one. `holds-secret`: it is an object or list of which a part is
 * one. `address`: it may contain credentials or a key, as user, password or query. Read from the schema (`sensitive`
 * and `address` in values.ts).
 */
export function sensitivityOf(path: readonly PropertyKey[]): 'secret' | 'holds-secret' | 'address' | undefined {
  const node = nodeAt(path);
  // A path that the schema does not know: nobody said that its value may be shown.
  if (node === undefined) return 'secret';
  const parents = path.map((_, index) => nodeAt(path.slice(0, index)));
  if (parents.some((parent) => parent?.sensitivity === 'secret')) return 'secret';
  if (node.sensitivity === 'secret' || node.sensitivity === 'address') return node.sensitivity;
  return holdsSecret(node) ? 'holds-secret' : undefined;
}

function holdsSecret({ properties = {}, additionalProperties, items, anyOf = [] }: Node): boolean {
  const parts = [...Object.values(properties), additionalProperties, items, ...anyOf].filter(isNode);
  return parts.some((part) => part.sensitivity === 'secret' || holdsSecret(part));
}

function nodeAt(path: readonly PropertyKey[]): Node | undefined {
  return path.reduce<Node | undefined>((parent, key) => parent && childOf(parent, key), root.value);
}

function childOf(parent: Node, key: PropertyKey): Node | undefined {
  const { properties, additionalProperties, items } = parent;
  const found = typeof key === 'number' ? items : (properties?.[String(key)] ?? additionalProperties);
  if (isNode(found)) return found;
  return parent.anyOf
    ?.filter(isNode)
    .map((option) => childOf(option, key))
    .find(isNode);
}

function shapeOf(node: Node): string | undefined {
  const { properties, items, required = [] } = node;
  if (properties !== undefined) {
    const keys = Object.keys(properties).map((key) => (required.includes(key) ? key : `${key}?`));
    return `{ ${keys.join(', ')} }`;
  }
  if (node.type === 'array') {
    const item = isNode(items) ? (shapeOf(items) ?? nameOf(items)) : undefined;
    return item === undefined ? 'a list' : `a list of ${item}`;
  }
  return node.type === 'object' ? 'an object with values by name' : undefined;
}

function nameOf({ type }: Node): string | undefined {
  return type === 'string' ? 'texts' : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
