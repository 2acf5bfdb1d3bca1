import { globSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { jsonValue } from '../src/protocol/admin/settings.ts';
import { type ProxyErrorCode, proxyErrorStatus } from '../src/protocol/proxy/errors.ts';
import { type Operation, operations } from './openapi-operations.ts';
import { documentedKeys } from './reference.ts';
import { type SchemaName, wire } from './wire-schemas.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const componentsPath = '#/components/schemas/';

/** The OpenAPI description of the proxy's HTTP API, generated from the schemas that the proxy validates with. */
export function openApi() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describeOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'leadchat proxy',
      version: packageVersion(),
      description: 'Takes leads, opens chat sessions and plans call-backs. See docs/proxy-api.md.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://localhost:4001', description: 'The proxy of `npm start`.' }],
    security: [],
    paths,
    components: {
      schemas: describeSchemas(),
      securitySchemes: {
        leadToken: { type: 'http', scheme: 'bearer', description: 'The `token` of the response to POST /leads.' },
        adminToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of one of the `operators`, or the `adminToken`.',
        },
      },
    },
  };
}

function describeOperation(operation: Operation) {
  const { summary, description, security, parameters, request, responses, errors } = operation;
  return {
    operationId: operationId(operation),
    summary,
    ...(description !== undefined && { description }),
    ...(security !== undefined && { security: [{ [security]: [] }] }),
    ...(parameters !== undefined && { parameters }),
    ...(request !== undefined && { requestBody: { required: true, content: jsonContent(request) } }),
    responses: { ...Object.fromEntries(responses.map(describeResponse)), ...describeErrors(errors) },
  };
}

/** The name of the operation in a generated client: `getAdminApiLeadsByLead`. */
function operationId({ method, path }: Operation): string {
  const words = path.replaceAll('{', 'by-').split(/[^a-zA-Z0-9]+/);
  return [method, ...words.filter((word) => word !== '').map(capitalize)].join('');
}

function describeResponse({ status, description, schema, contentType }: Operation['responses'][number]) {
  const type = contentType === 'application/json' ? 'object' : 'string';
  const content = contentType === undefined ? undefined : { [contentType]: { schema: { type } } };
  const body = schema === undefined ? content : jsonContent(schema);
  return [status, { description, ...(body !== undefined && { content: body }) }] as const;
}

/** One response for each status, because several codes can share one. */
function describeErrors(codes: readonly ProxyErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => proxyErrorStatus[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => proxyErrorStatus[code] === status);
      return [
        status,
        {
          description: ofStatus.map((code) => `\`${code}\``).join(', '),
          ...((status === 429 || status === 503) && {
            headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
          }),
          content: jsonContent('proxyErrorBody'),
        },
      ];
    }),
  );
}

function jsonContent(schema: SchemaName) {
  return { 'application/json': { schema: { $ref: `${componentsPath}${componentName(schema)}` } } };
}

/** Every schema that an operation names, as a request or a response. */
function describeSchemas(): Record<string, JsonSchema> {
  const requests = new Set(operations.flatMap(({ request }) => request ?? []));
  const responses = new Set(
    operations.flatMap((operation) => operation.responses.flatMap(({ schema }) => schema ?? [])),
  );
  return {
    ...toComponents([...requests], 'input'),
    ...toComponents([...responses, 'proxyErrorBody'], 'output'),
  };
}

/** Schemas of one registry refer to each other by name instead of repeating each other. */
function toComponents(names: readonly SchemaName[], io: 'input' | 'output'): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  registry.add(jsonValue, { id: 'JsonValue' });
  for (const name of names) registry.add(wire[name], { id: componentName(name) });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `${componentsPath}${id}`,
    override: ({ jsonSchema }) => {
      // The format says it, in less than 300 characters.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  const components = Object.entries(schemas).map(
    ([id, { $schema: _, $id: __, ...described }]) => [id, described] as const,
  );
  for (const name of names) describeProperties(name, Object.fromEntries(components)[componentName(name)]);
  return Object.fromEntries(components);
}

/** Takes the doc comments of a schema's keys from the file that exports it. */
function describeProperties(name: SchemaName, described: JsonSchema = {}): void {
  for (const { key, text } of documentedKeys(sourceOf(name), name)) {
    const property = propertyAt(described, key.split('.'));
    if (property !== undefined) property.description = text;
  }
}

function sourceOf(name: SchemaName): string {
  const sources = globSync('src/protocol/{admin,proxy}/*.ts').map((file) => readFileSync(file, 'utf8'));
  const source = sources.find((text) => text.includes(`export const ${name} =`));
  if (source === undefined) throw new Error(`no file of src/protocol exports the schema ${name}`);
  return source;
}

function propertyAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const property = schema.properties?.[name];
  return typeof property === 'object' ? propertyAt(property, rest) : undefined;
}

function componentName(schema: SchemaName): string {
  return capitalize(schema);
}

function capitalize(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

function packageVersion(): unknown {
  return JSON.parse(readFileSync('package.json', 'utf8')).version;
}
