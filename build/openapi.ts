import { readFileSync } from 'node:fs';
import * as z from 'zod';
import * as protocol from '../src/protocol/index.ts';
import { type Operation, operations } from './openapi-operations.ts';
import { documentedKeys } from './reference.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** The files with the doc comments of the schemas. */
const schemaFiles: Record<string, string> = {
  leadRequest: 'proxy-requests.ts',
  identityRequest: 'proxy-requests.ts',
  leadReference: 'proxy-requests.ts',
  callRequest: 'proxy-requests.ts',
  funnelReport: 'funnel.ts',
  leadAccepted: 'proxy-responses.ts',
  identityResponse: 'proxy-responses.ts',
  sessionResponse: 'proxy-responses.ts',
  callAccepted: 'proxy-responses.ts',
  callStatus: 'proxy-responses.ts',
  publicConfig: 'public-config.ts',
  proxyErrorBody: 'errors.ts',
  searchRequest: 'admin-api.ts',
  csvRequest: 'admin-api.ts',
  bulkRequest: 'admin-api.ts',
  resolveRequest: 'admin-api.ts',
  eraseRequest: 'admin-api.ts',
  adminLead: 'admin-api.ts',
  adminLeads: 'admin-api.ts',
  adminCalls: 'admin-api.ts',
  adminCauses: 'admin-api.ts',
  adminOverview: 'admin-api.ts',
  adminFunnel: 'funnel.ts',
  adminSettings: 'admin-settings.ts',
  settingsHistory: 'admin-settings.ts',
  settingsPreview: 'admin-settings.ts',
  settingsPreviewRequest: 'admin-settings.ts',
  settingsRequest: 'admin-settings.ts',
  settingsRestoreRequest: 'admin-settings.ts',
  bulkResult: 'admin-api.ts',
  erased: 'admin-api.ts',
  adminWebhooks: 'webhook.ts',
  webhookReplayed: 'webhook.ts',
  deadWebhooksReplayed: 'webhook.ts',
};

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
      schemas: Object.fromEntries(Object.keys(schemaFiles).map((name) => [componentName(name), describeSchema(name)])),
      securitySchemes: {
        leadToken: { type: 'http', scheme: 'bearer', description: 'The `token` of the response to POST /leads.' },
        adminToken: { type: 'http', scheme: 'bearer', description: 'The configured `adminToken`.' },
      },
    },
  };
}

function describeOperation({ summary, description, security, parameters, request, responses, errors }: Operation) {
  return {
    summary,
    ...(description !== undefined && { description }),
    ...(security !== undefined && { security: [{ [security]: [] }] }),
    ...(parameters !== undefined && { parameters }),
    ...(request !== undefined && { requestBody: { required: true, content: jsonContent(request) } }),
    responses: { ...Object.fromEntries(responses.map(describeResponse)), ...describeErrors(errors) },
  };
}

function describeResponse({ status, description, schema, contentType }: Operation['responses'][number]) {
  const content = contentType === undefined ? undefined : { [contentType]: { schema: { type: 'string' } } };
  const body = schema === undefined ? content : jsonContent(schema);
  return [status, { description, ...(body !== undefined && { content: body }) }] as const;
}

/** One response for each status, because several codes can share one. */
function describeErrors(codes: readonly protocol.ProxyErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => protocol.proxyErrorStatus[code]))].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => protocol.proxyErrorStatus[code] === status);
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

function jsonContent(schema: Operation['request'] & string) {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${componentName(schema)}` } } };
}

function describeSchema(name: string): JsonSchema {
  const schema = Object.entries(protocol).find(([exported]) => exported === name)?.[1];
  if (!(schema instanceof z.core.$ZodType)) throw new Error(`src/protocol exports no schema ${name}`);
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: name.endsWith('Request') || name === 'leadReference' ? 'input' : 'output',
    override: ({ jsonSchema }) => {
      // The format says it, in less than 300 characters.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
    },
  });
  for (const { key, text } of documentedKeys(readFileSync(`src/protocol/${schemaFiles[name]}`, 'utf8'), name)) {
    const property = propertyAt(described, key.split('.'));
    if (property !== undefined) property.description = text;
  }
  return described;
}

function propertyAt(schema: JsonSchema, path: readonly string[]): JsonSchema | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return schema;
  const property = schema.properties?.[name];
  return typeof property === 'object' ? propertyAt(property, rest) : undefined;
}

function componentName(schema: string): string {
  return `${schema.charAt(0).toUpperCase()}${schema.slice(1)}`;
}

function packageVersion(): unknown {
  return JSON.parse(readFileSync('package.json', 'utf8')).version;
}
