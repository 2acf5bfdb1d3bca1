import type { Json, JsonObject, JsonSchema } from './json-schema.ts';

/** What the user chooses a shape by. */
export function nameOf(schema: JsonSchema): string {
  const kind = schema.properties?.type?.const;
  if (kind !== undefined) return kind;
  if (schema.properties?.other !== undefined) return 'depends on a number';
  if (schema.properties !== undefined) return Object.keys(schema.properties).join(' and ');
  if (schema.type === 'object') return isByLanguage(schema) ? 'one per language' : 'by name';
  if (schema.type === 'array') return 'one list';
  if (schema.type === 'boolean') return 'yes or no';
  return schema.type === 'string' ? 'one text' : `one ${schema.type}`;
}

/** Whether the keys of an object are languages. Of the objects with free keys, only these have examples of keys. */
export function isByLanguage({ propertyNames }: JsonSchema): boolean {
  return propertyNames?.examples !== undefined;
}

/** The schema without the shape "one per language", also of the items of a list. */
export function withoutLanguages(schema: JsonSchema): JsonSchema {
  const { items, anyOf } = schema;
  const shapes = anyOf?.filter((shape) => !isByLanguage(shape));
  const [only, ...more] = shapes ?? [];
  if (only !== undefined && more.length === 0) return withoutLanguages(only);
  return {
    ...schema,
    ...(items !== undefined && { items: withoutLanguages(items) }),
    ...(shapes !== undefined && { anyOf: shapes.map(withoutLanguages) }),
  };
}

/** Whether a value is an object, or a list with one. */
export function hasObject(value: Json): boolean {
  return Array.isArray(value) ? value.some(hasObject) : typeof value === 'object' && value !== null;
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

/** Nothing, if it is no object. */
export function objectValue(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** Undefined removes the property. */
export function withProperty(object: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...rest } = object;
  return value === undefined ? rest : { ...object, [name]: value };
}
