import type { WebSocket } from 'ws';
import type { Clock } from '../../clock.ts';

const beatMs = 30_000;

/** Pings every socket twice a minute, and ends those that did not answer the last time. Returns the stop. */
export function keepAlive(sockets: ReadonlySet<WebSocket>, clock: Clock): () => void {
  const silent = new WeakSet<WebSocket>();
  const beat = () => {
    for (const socket of sockets) {
      if (silent.has(socket)) {
        socket.terminate();
        continue;
      }
      silent.add(socket);
      socket.once('pong', () => silent.delete(socket));
      socket.ping();
    }
    stop = clock.after(beatMs, beat);
  };
  let stop = clock.after(beatMs, beat);
  return () => stop();
}
