import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import { cutText } from '../../protocol/cut-text.ts';
import { readBody } from './read-body.ts';
import { failure, type JsonResponse, toResponse } from './response.ts';

/** Types of Hono's context. */
export type SandboxEnv = {
  Bindings: HttpBindings;
  Variables: {
    /** Body for the request log. */
    loggedBody: unknown;
    /** Kind of the fault that was applied to the request, for the request log. */
    fault: string;
    /** The connection ended without a response. */
    hasNoResponse: true;
  };
};

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  input: 'body' | 'query';
  /** `input` is the parsed JSON body or the query parameters. */
  handle(input: unknown): JsonResponse;
};

/** An endpoint that validates its input. Invalid input gets 400 with every problem in the message. */
export function endpoint<Schema extends z.core.$ZodType>(
  [method, path]: [Endpoint['method'], string],
  input: Endpoint['input'],
  schema: Schema,
  handle: (input: z.core.output<Schema>) => JsonResponse,
): Endpoint {
  return {
    method,
    path,
    input,
    handle(value) {
      const result = z.safeParse(schema, value);
      if (result.success) return handle(result.data);
      return failure(400, result.error.issues.slice(0, maxIssues).map(describeIssue).join('; '));
    },
  };
}

type ServeOptions = {
  /** Path prefix of every endpoint. */
  basePath: string;
  /** Bearer key that requests need. Undefined: none. */
  key: string | undefined;
  transaction<T>(run: () => T): T;
};

/** Adds the endpoints to the app. Any other method of their paths gets 405. */
export function serveEndpoints(app: Hono<SandboxEnv>, endpoints: readonly Endpoint[], options: ServeOptions): void {
  for (const served of endpoints) {
    app.on(served.method, options.basePath + served.path, (c) => respond(served, c, options));
  }
  for (const path of new Set(endpoints.map((served) => served.path))) {
    const methods = endpoints.filter((served) => served.path === path).map((served) => served.method);
    const notAllowed = failure(405, `This path takes ${methods.join(' and ')}.`);
    app.all(options.basePath + path, () => toResponse(notAllowed, { allow: methods.join(', ') }));
  }
}

/** Checks `Authorization: Bearer <API_KEY>`. */
export function checkKey(authorization: string | undefined, key: string): 'right' | 'wrong' | 'none' {
  if (authorization === undefined) return 'none';
  const [, sent] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
  return sent === key ? 'right' : 'wrong';
}

async function respond(served: Endpoint, c: Context<SandboxEnv>, { key, transaction }: ServeOptions) {
  if (key !== undefined && checkKey(c.req.header('authorization'), key) !== 'right') {
    return toResponse(failure(401, 'The API key is missing or invalid.'), { 'www-authenticate': 'Bearer' });
  }
  const handle = (input: unknown) =>
    toResponse(served.method === 'GET' ? served.handle(input) : transaction(() => served.handle(input)));
  if (served.input === 'query') return handle(c.req.query());
  const body = await readBody(c.req.raw);
  c.set('loggedBody', body.logged);
  return body.ok ? handle(body.value) : toResponse(body.response);
}

const maxIssues = 10;

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  const where = cutText(path.map(String).join('.'), 100);
  return where === '' ? message : `${where}: ${message}`;
}
