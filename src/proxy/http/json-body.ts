import type { Context, MiddlewareHandler, Next } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import { cutText } from '../../protocol/cut-text.ts';
import { maxOptions } from '../../protocol/form.ts';
import type { Issue } from '../../protocol/issue.ts';
import type { Log } from '../log.ts';
import type { AppEnvironment } from './app-environment.ts';
import { badRequest, issuesOf, ProxyError, tooLarge } from './proxy-error.ts';

/** No usual body is nested deeper, has more keys in an object (a form has 40 fields and its phone), or a longer list (of choices). */
const usualShape: BodyShape = { maxDepth: 5, maxKeys: 50, maxEntries: maxOptions };
const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Refuses bodies over the limit of their path before they are in memory, and reports a request whose body the server that mounts the proxy
 * has read already. The HTTP parser enforces the Content-Length, so only bodies without one go through `bodyLimit`, which
 * turns the request into a web stream and halves the intake.
 */
export function guardBody(
  log: Pick<Log, 'error'>,
  maxBytesOf: (path: string) => number,
): MiddlewareHandler<AppEnvironment> {
  let hasReported = false;
  return (c, next) => {
    const maxBytes = maxBytesOf(c.req.path);
    const length = c.req.header('content-length');
    const isChunked = c.req.header('transfer-encoding') !== undefined;
    const { incoming } = c.env ?? {};
    // Node itself reads an empty body to its end.
    const hasBody = Number(length) > 0 || isChunked;
    if (incoming === undefined ? c.req.raw.bodyUsed : incoming.readableEnded === true && hasBody) {
      if (!hasReported) log.error('body-already-read', new Error(alreadyRead), { hint: mountFirst });
      hasReported = true;
      throw new ProxyError('internal', { message: alreadyRead });
    }
    if (Number(length) > maxBytes) throw tooLarge(maxBytes);
    return length !== undefined && !isChunked ? next() : limitChunks(c, next, maxBytes);
  };
}

const alreadyRead = 'A body parser of the server has read the body before the proxy.';
const mountFirst = 'mount the proxy before body parsers such as express.json()';

async function limitChunks(c: Context<AppEnvironment>, next: Next, maxBytes: number): Promise<void> {
  const limitStream = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw tooLarge(maxBytes);
    },
  });
  try {
    await limitStream(c, next);
  } catch (error) {
    // Routes have turned their errors into responses, so this error is about reading the body.
    throw error instanceof ProxyError ? error : incompleteBody();
  }
}

/**
 * Reads a JSON body and checks it against a schema.
 * @throws ProxyError
 */
export async function readJson<T>(
  c: Context<AppEnvironment>,
  schema: z.core.$ZodType<T>,
  options: ReadJsonOptions = {},
): Promise<T> {
  return checkJson(await readBytes(c, options.allowsText), schema, { ...usualShape, ...options });
}

export type BodyShape = { maxDepth: number; maxKeys: number; maxEntries: number };

export type ReadJsonOptions = Partial<BodyShape> & {
  /** Whether the body may be sent as `text/plain`, for which a browser asks no permission (CORS). @default false */
  allowsText?: boolean;
};

/** The same for a request that may come without a body, which counts as an empty object. */
export async function readOptionalJson<T>(c: Context<AppEnvironment>, schema: z.core.$ZodType<T>): Promise<T> {
  const mayHaveBody = c.req.header('content-type') !== undefined || Number(c.req.header('content-length')) > 0;
  // Some clients name the type of a body that they do not send.
  const bytes = mayHaveBody ? await readBytes(c) : noBytes;
  return bytes.byteLength === 0 ? z.parse(schema, {}) : checkJson(bytes, schema, usualShape);
}

const noBytes = new ArrayBuffer(0);

const jsonType = /^application\/json\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?$/i;
const textType = /^text\/plain\s*(?:;\s*charset=(?:utf-8|"utf-8")\s*)?$/i;

async function readBytes(c: Context<AppEnvironment>, allowsText = false): Promise<ArrayBuffer> {
  const type = c.req.header('content-type') ?? '';
  if (!jsonType.test(type) && !(allowsText && textType.test(type))) {
    throw new ProxyError('not-json', { message: 'Send Content-Type: application/json.' });
  }
  if (c.req.header('content-encoding') !== undefined) {
    throw new ProxyError('not-json', { message: 'Send the body without Content-Encoding.' });
  }
  return c.req.arrayBuffer().catch(() => Promise.reject(incompleteBody()));
}

function checkJson<T>(bytes: ArrayBuffer, schema: z.core.$ZodType<T>, shape: BodyShape): T {
  const value = parseJson(bytes);
  const issues = shapeIssues(value, shape);
  if (issues.length > 0) throw badRequest(issues);
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw badRequest(issuesOf(parsed.error));
  return parsed.data;
}

function parseJson(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw new ProxyError('bad-json', { message: 'The body is not valid JSON.' });
  }
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
function shapeIssues(value: unknown, shape: BodyShape, depth = 1): Issue[] {
  const { maxDepth, maxKeys, maxEntries } = shape;
  if (typeof value !== 'object' || value === null) return noIssues;
  if (depth > maxDepth) return [{ path: '', message: `is nested more than ${maxDepth} levels deep` }];
  const keys = Object.keys(value);
  const most = Array.isArray(value) ? maxEntries : maxKeys;
  if (keys.length > most) return [{ path: '', message: `has more than ${most} entries` }];
  let issues = noIssues;
  for (const key of keys) {
    const nested = key === '__proto__' ? unknownKey : shapeIssues(Reflect.get(value, key), shape, depth + 1);
    if (nested.length > 0) issues = [...issues, ...nested.map((issue) => inside(key, issue))];
  }
  return issues;
}

const noIssues: Issue[] = [];
const unknownKey: Issue[] = [{ path: '', message: 'is not a known key' }];

function inside(key: string, { path, message }: Issue): Issue {
  const name = cutText(key, 64);
  return { path: path === '' ? name : `${name}.${path}`, message };
}
