import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { limitKey } from '../http/address.ts';

export type SlowConnectionOptions = {
  /** Connections that may take long to send their request. */
  max: number;
  /** The same for one address. */
  maxPerAddress: number;
  /** Load balancers, whose address stands for all visitors. */
  isTrusted: (address: string | undefined) => boolean;
};

/** A request usually arrives within milliseconds. Longer than this, the client is slow or wants to be. */
const slowAfterMs = 2_000;
const checkIntervalMs = 500;

type Sender = { socket: Socket; address: string | undefined; since: number };

/**
 * Closes connections that take long to send their request, oldest first, while there are too many of them. So clients
 * that send byte by byte cannot occupy all connections until their time-out.
 */
export function closeSlowConnections(server: Server, options: SlowConnectionOptions): void {
  // A map keeps the order of insertion: the first socket has been sending for longest.
  const senders = new Map<Socket, Sender>();

  const add = (socket: Socket) => {
    if (senders.has(socket) || socket.destroyed) return;
    const { remoteAddress } = socket;
    const address = options.isTrusted(remoteAddress) ? undefined : limitKey(remoteAddress);
    senders.set(socket, { socket, address, since: performance.now() });
  };
  const closeSlow = () => {
    const slow = [...senders.values()].filter(({ since }) => performance.now() - since > slowAfterMs);
    const countByAddress = new Map<string, number>();
    for (const { address } of slow) {
      if (address !== undefined) countByAddress.set(address, (countByAddress.get(address) ?? 0) + 1);
    }
    let count = slow.length;
    for (const { socket, address } of slow) {
      const ofAddress = address === undefined ? 0 : (countByAddress.get(address) ?? 0);
      if (count <= options.max && ofAddress <= options.maxPerAddress) continue;
      count--;
      if (address !== undefined) countByAddress.set(address, ofAddress - 1);
      senders.delete(socket);
      socket.destroy();
    }
  };

  server.on('connection', (socket) => {
    add(socket);
    socket.once('close', () => senders.delete(socket));
  });
  server.on('request', (incoming: IncomingMessage) => {
    const { socket, headers } = incoming;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody) return void senders.delete(socket);
    add(socket);
    incoming.once('end', () => senders.delete(socket));
  });
  const timer = setInterval(closeSlow, checkIntervalMs).unref();
  server.once('close', () => clearInterval(timer));
}
