import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on now. It is below the range of ephemeral ports (from 32768), so that no
 * connection of another test gets it before the test uses it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue; // Something listens there.
    }
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
