import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';

/** Longer queues than this are worth measuring. */
const measureAfterMs = 100;

/**
 * Measures how long new connections wait in the kernel, which tells nobody how many they are or since when. Node accepts
 * one in each turn of its event loop, so a turn without one shows that none waits. While every turn has one, some may
 * wait: then the server opens a connection to itself now and then, and sees how long that one waits behind the others.
 *
 *   empty ── a connection ──▶ filling ── a turn without one ──▶ empty
 */
export function watchAcceptQueue(server: Server) {
  let isFilling = false;
  let hasAccepted = false;
  let count = 0;
  let measuredAt = 0;
  let waitMs = 0;
  let probe: { socket: Socket; startedAt: number } | undefined;
  const accepted = new WeakSet<Socket>();

  const endProbe = () => {
    probe?.socket.destroy();
    probe = undefined;
  };
  const startProbe = (now: number) => {
    const address = server.address();
    if (typeof address !== 'object' || address === null) return;
    measuredAt = now;
    // An unspecified address, `::` or 0.0.0.0, stands for this machine, too.
    const socket = connect({ port: address.port, host: address.address });
    socket.on('error', endProbe);
    probe = { socket, startedAt: now };
  };
  const endTurn = () => {
    if (hasAccepted) {
      hasAccepted = false;
      setImmediate(endTurn);
      const now = performance.now();
      if (probe === undefined && now - measuredAt > measureAfterMs) startProbe(now);
      return;
    }
    isFilling = false;
    count = 0;
    waitMs = 0;
    endProbe();
  };

  server.on('connection', (socket) => {
    hasAccepted = true;
    if (probe !== undefined && socket.remotePort === probe.socket.localPort) {
      accepted.add(socket);
      waitMs = performance.now() - probe.startedAt;
      endProbe();
      return;
    }
    count++;
    if (isFilling) return;
    isFilling = true;
    measuredAt = performance.now();
    setImmediate(endTurn);
  });
  server.on('close', endProbe);

  return {
    /** How long new connections wait at present until this process accepts them. */
    waitMs: (): number => (probe === undefined ? waitMs : Math.max(waitMs, performance.now() - probe.startedAt)),
    /** New connections since none of them waited. */
    connectionCount: (): number => count,
    /** Whether this process has opened the connection to measure the queue. */
    isProbe: (socket: Socket): boolean => accepted.has(socket),
  };
}
