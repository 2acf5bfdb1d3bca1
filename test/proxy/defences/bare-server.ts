import { once } from 'node:events';
import { createServer } from 'node:http';

/** The least that a server does for a lead: it reads the body and responds. Tells its parent the port. */
const server = createServer(async (request, response) => {
  try {
    for await (const _chunk of request);
    response.writeHead(202, { 'content-type': 'application/json' }).end('{"status":"accepted","lead":""}');
  } catch {
    response.destroy(); // the client left
  }
});
await once(server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }), 'listening');
const address = server.address();
console.log(JSON.stringify({ port: typeof address === 'object' && address !== null ? address.port : 0 }));
