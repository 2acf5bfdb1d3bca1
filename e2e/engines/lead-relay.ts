import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export type RelayMode =
  | 'pass'
  /** Connections are reset. */
  | 'unreachable'
  /** The proxy gets the request, and the response is lost. */
  | 'lose-response'
  /** The connection ends without a response. With `silent`, the proxy still gets the request. */
  | 'silent'
  | 'swallow'
  /** 503. */
  | 'outage';

export type LeadRelay = {
  url: string;
  mode: RelayMode;
  /** The keys under which the proxy has accepted leads, by the digits of their phones. */
  accepted: Map<string, Set<string>>;
  stop(): Promise<void>;
};

/** Longer than the time-out of a page. */
const hangMs = 3_000;

/** A network between a page and its proxy, with faults. It records independently what the proxy accepts. */
export async function startLeadRelay(proxy: string): Promise<LeadRelay> {
  const accepted: LeadRelay['accepted'] = new Map();

  async function forward(request: IncomingMessage, body: string): Promise<Response> {
    const { host: _, connection: _connection, ...headers } = request.headers;
    const response = await fetch(`${proxy}${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(request.method === 'POST' && { body }),
    });
    if (request.method === 'POST' && request.url === '/leads' && response.status === 202) {
      const phone = String(JSON.parse(body).fields.phone).replace(/\D/g, '');
      const keys = accepted.get(phone) ?? new Set();
      accepted.set(phone, keys.add(String(request.headers['idempotency-key'])));
    }
    return response;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    // A preflight request contains no lead.
    const mode = request.method === 'OPTIONS' && relay.mode !== 'unreachable' ? 'pass' : relay.mode;
    switch (mode) {
      case 'pass': {
        const forwarded = await forward(request, body);
        const headers = [...forwarded.headers].filter(([name]) => !/^(?:connection|transfer-encoding)$/.test(name));
        response.writeHead(forwarded.status, Object.fromEntries(headers)).end(await forwarded.text());
        return;
      }
      case 'unreachable':
        request.socket.resetAndDestroy();
        return;
      case 'lose-response':
        await forward(request, body);
        request.socket.resetAndDestroy();
        return;
      case 'silent':
        await forward(request, body);
        hang(request);
        return;
      case 'swallow':
        hang(request);
        return;
      case 'outage':
        response.writeHead(503, { 'access-control-allow-origin': '*', 'content-type': 'application/json' });
        response.end(JSON.stringify({ status: 'failed', code: 'store-unavailable', message: 'try again' }));
        return;
      default:
        mode satisfies never;
    }
  }

  const server = createServer((request, response) => {
    // A page that is left aborts its requests.
    serve(request, response).catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const relay: LeadRelay = {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    mode: 'pass',
    accepted,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return relay;
}

/**
 * Sends no response, and ends the connection later. Otherwise requests of closed pages would use all the connections that a
 * browser opens to one host.
 */
function hang({ socket }: IncomingMessage): void {
  const timer = setTimeout(() => socket.resetAndDestroy(), hangMs);
  socket.once('close', () => clearTimeout(timer));
}
