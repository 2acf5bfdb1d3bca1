import { once } from 'node:events';
import { createServer } from 'node:http';

/** The least work for a lead: reads the body and responds. Sends the port to the parent process. */
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
