import { once } from 'node:events';
import { createServer } from 'node:net';

const given = new Set<number>();

/**
 * A port that nobody listens on now, at any address of this machine. It is below the range of ephemeral ports (from
 * 32768), so that no server on port 0 and no connection of another test gets it: for tests of a port where nothing
 * listens, and of servers that stop and start again. No two calls give the same port.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    if (given.has(port)) continue;
    const server = createServer();
    try {
      await once(server.listen(port), 'listening');
    } catch {
      continue; // Something listens there.
    }
    await new Promise((resolve) => server.close(resolve));
    given.add(port);
    return port;
  }
}
