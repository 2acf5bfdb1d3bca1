import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { limitKey } from '../http/address.ts';

export type SlowConnectionOptions = {
  /** Connections that may take long to send their request. */
  max: number;
  /** The same for one address. */
  maxPerAddress: number;
  /** Open connections from which on the server makes room for new ones; fewer than its `maxConnections`. */
  nearlyFull: number;
  /** Load balancers, whose address stands for all visitors. */
  isTrusted: (address: string | undefined) => boolean;
};

/** A request usually arrives within milliseconds. Longer than this, the client is slow or wants to be. */
const slowAfterMs = 2_000;
const checkIntervalMs = 500;

type Sender = { socket: Socket; address: string | undefined; since: number };

/**
 * Closes connections that take long to send their request, oldest first, while there are too many of them, and at once
 * when the server is nearly full. So clients that send byte by byte cannot occupy all connections, however often they
 * connect again.
 */
export function closeSlowConnections(server: Server, options: SlowConnectionOptions): void {
  // A map keeps the order of insertion: the first socket has been sending for longest.
  const senders = new Map<Socket, Sender>();
  let openCount = 0;

  const add = (socket: Socket) => {
    if (senders.has(socket) || socket.destroyed) return;
    const { remoteAddress } = socket;
    const address = options.isTrusted(remoteAddress) ? undefined : limitKey(remoteAddress);
    senders.set(socket, { socket, address, since: performance.now() });
  };
  const close = ({ socket }: Sender) => {
    senders.delete(socket);
    socket.destroy();
  };

  const closeSlow = () => {
    const slow = [...senders.values()].filter(({ since }) => performance.now() - since > slowAfterMs);
    const addresses = countByAddress(slow);
    let count = slow.length;
    for (const sender of slow) {
      const ofAddress = addresses.get(sender.address) ?? 0;
      const isOverShare = sender.address !== undefined && ofAddress > options.maxPerAddress;
      if (count <= options.max && !isOverShare) continue;
      count--;
      addresses.set(sender.address, ofAddress - 1);
      close(sender);
    }
  };

  /** Closes connections without a request, and the oldest sender: first of an address that has more than its share. */
  const makeRoom = () => {
    server.closeIdleConnections();
    const all = [...senders.values()];
    const addresses = countByAddress(all);
    const overShare = all.find(
      ({ address }) => address !== undefined && (addresses.get(address) ?? 0) > options.maxPerAddress,
    );
    const oldest = overShare ?? all[0];
    if (oldest !== undefined) close(oldest);
  };

  server.on('connection', (socket) => {
    openCount++;
    if (openCount > options.nearlyFull) makeRoom();
    add(socket);
    socket.once('close', () => {
      openCount--;
      senders.delete(socket);
    });
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

function countByAddress(senders: readonly Sender[]): Map<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const { address } of senders) counts.set(address, (counts.get(address) ?? 0) + 1);
  return counts;
}
