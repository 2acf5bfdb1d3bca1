import type { WebSocket } from 'ws';
import type { Clock } from '../../clock.ts';

const intervalMs = 30_000;

/**
 * Pings every socket twice a minute and ends those that did not respond to the previous ping. Returns the stop
 * function.
 */
export function startHeartbeat(sockets: ReadonlySet<WebSocket>, clock: Clock): () => void {
  const withoutPong = new WeakSet<WebSocket>();
  const beat = () => {
    for (const socket of sockets) {
      if (withoutPong.has(socket)) {
        socket.terminate();
        continue;
      }
      withoutPong.add(socket);
      socket.once('pong', () => withoutPong.delete(socket));
      socket.ping();
    }
    cancel = clock.after(intervalMs, beat);
  };
  let cancel = clock.after(intervalMs, beat);
  return () => cancel();
}
