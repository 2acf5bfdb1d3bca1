import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../../clock.ts';
import { checkKey, type SandboxEnv } from '../rest/endpoint.ts';

export type LoggedRequest = {
  at: string;
  /** `SOCKET` for a WebSocket handshake. */
  method: string;
  path: string;
  query: Record<string, string>;
  /** Whether the bearer key was right. The key itself is not logged. */
  key: 'right' | 'wrong' | 'none';
  /** The parsed body, or the start of a body that is too long or not JSON. */
  body: unknown;
  /** Null without a response. */
  status: number | null;
  /** Kind of the applied fault. */
  fault: string | null;
};

export type RequestLog = ReturnType<typeof createRequestLog>;

const maxEntries = 1000;
const maxPathLength = 2000;

/** The last thousand requests to the service API, oldest first. */
export function createRequestLog(clock: Clock) {
  let entries: LoggedRequest[] = [];
  return {
    add(entry: Omit<LoggedRequest, 'at'>): void {
      const at = new Date(clock.now()).toISOString();
      entries.push({ ...entry, at, path: entry.path.slice(0, maxPathLength) });
      // Dropping a tenth at a time keeps adding cheap.
      if (entries.length > maxEntries * 1.1) entries = entries.slice(-maxEntries);
    },
    clear(): void {
      entries = [];
    },
    all: (): readonly LoggedRequest[] => entries.slice(-maxEntries),
  };
}

/** Middleware that logs every request with its outcome. */
export function logRequests(log: RequestLog, key: string): MiddlewareHandler<SandboxEnv> {
  return async (c, next) => {
    await next();
    log.add({
      method: c.req.method,
      path: c.req.path,
      query: c.req.query(),
      key: checkKey(c.req.header('authorization'), key),
      body: c.get('loggedBody') ?? null,
      status: c.get('hasNoResponse') === true ? null : c.res.status,
      fault: c.get('fault') ?? null,
    });
  };
}
