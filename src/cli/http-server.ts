import { createServer, type RequestListener, type Server } from 'node:http';
import { createHostCheck } from '../protocol/host-check.ts';

/** A server for `host` that refuses requests with a foreign Host header. */
export function createLocalServer(host: string, listener: RequestListener): Server {
  const acceptsHost = createHostCheck(host);
  return createServer((request, response) => {
    if (acceptsHost(request.headers.host)) listener(request, response);
    else
      response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end('This host is not served here.\n');
  });
}

/** Resolves with the port once the server listens; rejects with Node's error when the port is taken. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

/** Closes the server with all its connections. */
export function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
