import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: unknown;
};

export type Handler = (request: SeenRequest, response: ServerResponse) => void;

export type ScriptedServer = {
  url: string;
  requests: SeenRequest[];
  /** Number of TCP connections. */
  connections: () => number;
  /** Sets the handler of all further requests. */
  respondWith(handler: Handler): void;
  /** Sets a JSON response with that status for all further requests. */
  json(status: number, body: unknown, headers?: Record<string, string>): void;
  stop(): Promise<void>;
};

/** An HTTP server with scripted responses that records its requests. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const requests: SeenRequest[] = [];
  let connections = 0;
  let handler: Handler = (_, response) => response.writeHead(500).end();
  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    const url = new URL(incoming.url ?? '/', 'http://server');
    const request: SeenRequest = {
      method: incoming.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: incoming.headers,
      body: bodyOf(text),
    };
    requests.push(request);
    handler(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    requests,
    connections: () => connections,
    respondWith(next) {
      handler = next;
    },
    json(status, body, headers = {}) {
      handler = (_, response) =>
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** JSON as its value, anything else as text. */
function bodyOf(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  return address.port;
}
