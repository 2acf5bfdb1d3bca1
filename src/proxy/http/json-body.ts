import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import type { Issue } from '../../protocol/index.ts';
import type { Log } from '../log.ts';
import type { AppEnvironment } from './app-environment.ts';
import { badRequest, issuesOf, ProxyError } from './proxy-error.ts';

const maxBytes = 16_384;
const maxDepth = 5;
const maxKeys = 40;
const decoder = new TextDecoder('utf-8', { fatal: true });

const limitStream = bodyLimit({
  maxSize: maxBytes,
  onError: () => {
    throw tooLarge();
  },
});

/**
 * Refuses bodies over 16 KB before they are in memory. The HTTP parser enforces the Content-Length, so only bodies
 * without one go through `bodyLimit`, which turns the request into a web stream and halves the intake.
 */
export const limitBody: MiddlewareHandler<AppEnvironment> = async (c, next) => {
  const length = c.req.header('content-length');
  if (Number(length) > maxBytes) throw tooLarge();
  if (length !== undefined && c.req.header('transfer-encoding') === undefined) return next();
  try {
    await limitStream(c, next);
  } catch (error) {
    // Routes have turned their errors into responses, so this error is about reading the body.
    throw error instanceof ProxyError ? error : incompleteBody();
  }
};

/** Refuses and reports a request whose body the server that mounts the proxy has read already. */
export function refuseReadBody(log: Pick<Log, 'error'>): MiddlewareHandler<AppEnvironment> {
  let hasReported = false;
  return async (c, next) => {
    const { incoming } = c.env ?? {};
    // Node itself reads an empty body to its end.
    const hasBody = Number(c.req.header('content-length')) > 0 || c.req.header('transfer-encoding') !== undefined;
    const isRead = incoming === undefined ? c.req.raw.bodyUsed : incoming.readableEnded === true && hasBody;
    if (!isRead) return next();
    const message = 'A body parser of the server has read the body before the proxy.';
    if (!hasReported) {
      hasReported = true;
      log.error('body-already-read', new Error(message), {
        hint: 'mount the proxy before body parsers such as express.json()',
      });
    }
    throw new ProxyError('internal', { message });
  };
}

/**
 * Reads a JSON body and checks it against a schema.
 * @throws ProxyError
 */
export async function readJson<T>(c: Context<AppEnvironment>, schema: z.core.$ZodType<T>): Promise<T> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?$/i.test(type)) {
    throw new ProxyError('not-json', { message: 'Send Content-Type: application/json.' });
  }
  if (c.req.header('content-encoding') !== undefined) {
    throw new ProxyError('not-json', { message: 'Send the body without Content-Encoding.' });
  }
  const value = parseJson(await c.req.arrayBuffer().catch(() => Promise.reject(incompleteBody())));
  const issues = shapeIssues(value);
  if (issues.length > 0) throw badRequest(issues);
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw badRequest(issuesOf(parsed.error));
  return parsed.data;
}

/** The same for a request that may come without a body, which counts as an empty object. */
export async function readOptionalJson<T>(c: Context<AppEnvironment>, schema: z.core.$ZodType<T>): Promise<T> {
  const hasBody = c.req.header('content-type') !== undefined || Number(c.req.header('content-length') ?? 0) > 0;
  return hasBody ? readJson(c, schema) : z.parse(schema, {});
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new ProxyError('bad-json', { message: 'The body is not valid JSON.' });
  }
}

function tooLarge(): ProxyError {
  return new ProxyError('too-large', { message: `The body is larger than ${maxBytes} bytes.` });
}

/** The client closed the connection or sent broken chunks. */
function incompleteBody(): ProxyError {
  return new ProxyError('bad-json', { message: 'The body is incomplete.' });
}

/**
 * Checks the shape before any schema runs: 10 KB of `[` parse without an error but overflow the stack of code that
 * walks the value, and a `__proto__` key pollutes objects that it is merged into. Paths are built only for issues,
 * because nearly every body is valid.
 */
function shapeIssues(value: unknown, depth = 1): Issue[] {
  if (typeof value !== 'object' || value === null) return noIssues;
  if (depth > maxDepth) return [{ path: '', message: `is nested more than ${maxDepth} levels deep` }];
  const keys = Object.keys(value);
  if (keys.length > maxKeys) return [{ path: '', message: `has more than ${maxKeys} entries` }];
  let issues = noIssues;
  for (const key of keys) {
    const nested = key === '__proto__' ? unknownKey : shapeIssues(Reflect.get(value, key), depth + 1);
    if (nested.length > 0) issues = [...issues, ...nested.map((issue) => inside(key, issue))];
  }
  return issues;
}

const noIssues: Issue[] = [];
const unknownKey: Issue[] = [{ path: '', message: 'is not a known key' }];

function inside(key: string, { path, message }: Issue): Issue {
  const name = key.slice(0, 64);
  return { path: path === '' ? name : `${name}.${path}`, message };
}
