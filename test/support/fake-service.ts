import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { injectFault, send } from './fake-service-faults.ts';
import { type FakeLedger, FakeLedgerBook } from './fake-service-ledger.ts';

/** The routes of the service, as faults and the journal name them. */
export type FakeRoute =
  | 'create'
  | 'read'
  | 'update'
  | 'tag'
  | 'send'
  | 'update-and-send'
  | 'call'
  | 'call-details'
  | 'session';

export type FakeFault =
  | { kind: 'hang' }
  /** The connection is reset before the request is processed, or after. */
  | { kind: 'reset'; processed: boolean }
  /** Processed; the response is cut in the middle of the body. */
  | { kind: 'cut' }
  /** Processed; the response is 200 without JSON. */
  | { kind: 'garbage' }
  /** Processed; the response arrives byte by byte. */
  | { kind: 'drip' }
  /** Processed; the response has 10 MB. */
  | { kind: 'huge' }
  | { kind: 'status'; status: number; processed?: boolean; headers?: Record<string, string>; body?: unknown };

export type FakeService = {
  url: string;
  ledger(): FakeLedger;
  /** The next `times` requests of a route fail; the first matching fault is used. */
  fail(route: FakeRoute | 'any', fault: FakeFault, times?: number): void;
  heal(): void;
  /** Puts a lead on file. */
  seed(record: Record<string, unknown>): void;
  /** Fields that Get Lead leaves out. */
  hideFields(...names: string[]): void;
  /** Requests that arrived, in order. */
  journal: FakeRoute[];
  stop(): Promise<void>;
};

const routes: Record<string, FakeRoute> = {
  'POST /v1/lead/create': 'create',
  'GET /v1/lead/get': 'read',
  'PATCH /v1/lead/update': 'update',
  'PATCH /v1/lead/tag': 'tag',
  'POST /v1/lead/sendtoworkflow': 'send',
  'PATCH /v1/lead/sendtoworkflow': 'update-and-send',
  'POST /v1/agent': 'call',
  'GET /v1/calls/get': 'call-details',
  'POST /webchat/session': 'session',
};

export type FakeServiceOptions = {
  port?: number;
  key?: string;
  /** The delay of each response. */
  latencyMs?: number;
};

/**
 * An independent service for tests of delivery, written from the service API without code of the project. Its ledger
 * shows what was lost or done twice. Tests inject faults.
 */
export async function startFakeService(options: FakeServiceOptions = {}): Promise<FakeService> {
  const { key = 'fake-key', latencyMs = 0 } = options;
  const book = new FakeLedgerBook();
  const journal: FakeRoute[] = [];
  let faults: { route: FakeRoute | 'any'; fault: FakeFault; left: number }[] = [];

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    if (url.pathname === '/ledger') return send(response, 200, book.ledger());
    const route = routes[`${request.method} ${url.pathname}`];
    if (route === undefined) return send(response, 404, { status: 'failed', message: 'no such route' });
    const body = await readJson(request);
    journal.push(route);
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    if (route !== 'session' && request.headers.authorization !== `Bearer ${key}`) {
      return send(response, 401, { status: 'failed', message: 'invalid API key' });
    }
    const planned = faults.find((fault) => fault.left > 0 && (fault.route === route || fault.route === 'any'));
    if (planned !== undefined) {
      planned.left--;
      return injectFault(planned.fault, response, () => book.process(route, body, url.searchParams));
    }
    const processed = book.process(route, body, url.searchParams);
    return send(response, processed.status, processed.body);
  };

  const server = createServer((request, response) => {
    // These tests kill clients in the middle of a request.
    serve(request, response).catch(() => response.destroy());
  });
  // Otherwise a client that was stopped for a moment might send an enrolment over a connection that is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    ledger: () => book.ledger(),
    fail(route, fault, times = 1) {
      faults.push({ route, fault, left: times });
    },
    heal() {
      faults = [];
    },
    journal,
    hideFields: (...names) => book.hideFields(names),
    seed(record) {
      book.process('create', { record }, new URLSearchParams());
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const parsed: unknown = text === '' ? {} : JSON.parse(text);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}
