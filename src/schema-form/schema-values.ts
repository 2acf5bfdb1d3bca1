import type { Json, JsonObject, JsonSchema } from './json-schema.ts';

export function nameOf(schema: JsonSchema): string {
  const kind = schema.properties?.type?.const;
  if (kind !== undefined) return kind;
  if (schema.properties !== undefined) return Object.keys(schema.properties).join(', ');
  if (schema.type === 'object') return isByLanguage(schema) ? 'by language' : 'by key';
  if (schema.type === 'array') return 'a list';
  if (schema.type === 'boolean') return 'yes or no';
  return schema.type === 'string' ? 'a text' : `a ${schema.type}`;
}

/** Whether the keys of an object are languages. Of the objects with free keys, only these have examples of keys. */
export function isByLanguage({ propertyNames }: JsonSchema): boolean {
  return propertyNames?.examples !== undefined;
}

export function isShapeOf(value: Json | undefined, schema: JsonSchema): boolean {
  if (value === undefined || value === null) return false;
  if (Array.isArray(value)) return schema.type === 'array';
  if (typeof value !== 'object') return typeof value === schema.type;
  const kind = schema.properties?.type?.const;
  const hasRequired = schema.required?.every((name) => Object.hasOwn(value, name)) ?? true;
  return schema.type === 'object' && (kind === undefined ? hasRequired : value.type === kind);
}

/** The value that a new item starts with. */
export function emptyValue(schema: JsonSchema): Json {
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return emptyValue(first);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  switch (schema.type) {
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return schema.minimum ?? 0;
    case 'array': {
      const { items = {}, minItems = 0 } = schema;
      // A list of choices starts without one: which of them is for the user to say.
      return items.enum === undefined ? Array.from({ length: minItems }, () => emptyValue(items)) : [];
    }
    case 'object': {
      const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name));
      return Object.fromEntries(required.map(([name, property]) => [name, emptyValue(property)]));
    }
    default:
      return schema.enum?.[0] ?? '';
  }
}

export function objectValue(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

export function withProperty(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...rest } = object;
  return value === undefined ? rest : { ...object, [name]: value };
}
