/** A JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** The part of JSON Schema that describes options and forms. */
export type JsonSchema = {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  enum?: string[];
  const?: string;
  default?: Json;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  /** The keys that an object may have, with titles, or examples of keys. */
  propertyNames?: { oneOf?: { const: string; title: string }[]; examples?: string[]; isFieldName?: true };
  /** The properties that are always shown, if there are too many to show all: the user adds the others. */
  shownProperties?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  /** What the value is for. May contain `code` in backticks. */
  description?: string;
  /** Common values. Others are allowed too. */
  examples?: string[];
  /** The value is the name of a field of the form. */
  isFieldName?: true;
  /** The value is a picture: its address, or the picture itself as a data URI. */
  isPicture?: true;
  /** Shown in the empty field: how a value looks. */
  placeholder?: string;
};

export type Doc = { text: string; defaultValue?: string };

/** Adds documentation and additions by path: `hours.open.*.from` is a time in an entry of the list `hours.open`. */
export function annotate(
  schema: JsonSchema,
  docs: Readonly<Record<string, Doc>>,
  additions: Readonly<Record<string, Partial<JsonSchema>>>,
  path = '',
): JsonSchema {
  const annotateChild = (child: JsonSchema, key: string) =>
    annotate(child, docs, additions, path === '' ? key : `${path}.${key}`);
  const { additionalProperties, items, properties, anyOf, oneOf } = schema;
  const doc = docs[path];
  return {
    ...schema,
    ...(doc !== undefined && { description: describe(doc) }),
    ...additions[path],
    ...(items !== undefined && { items: annotateChild(items, '*') }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: annotateChild(additionalProperties, '*'),
    }),
    ...(properties !== undefined && { properties: mapValues(properties, annotateChild) }),
    // A choice between choices is one choice: a text, plural forms, or one of them per language.
    ...(anyOf !== undefined && {
      anyOf: anyOf
        .flatMap((variant) => variant.anyOf ?? [variant])
        .map((variant) => annotate(variant, docs, additions, path)),
    }),
    ...(oneOf !== undefined && { oneOf: oneOf.map((variant) => annotate(variant, docs, additions, path)) }),
  };
}

function describe({ text, defaultValue }: Doc): string {
  // Without entries, which the controls show.
  if (defaultValue === undefined || defaultValue === '[]' || defaultValue === '{}') return text;
  return `${text.replace(/[^.]$/, '$&.')} Default: ${defaultValue}.`;
}

function mapValues(
  object: Record<string, JsonSchema>,
  map: (value: JsonSchema, key: string) => JsonSchema,
): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
