import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limitKey } from '../http/address.ts';

export type SlowConnectionOptions = {
  /** A connection that takes longer than this to send its first or next request is slow. */
  slowAfterMs: number;
  /** A connection that takes longer than this is closed. @default never */
  maxMs?: number;
  /** Connections that may take long to send their request. */
  max: number;
  /** The same for one address. */
  maxPerAddress: number;
  /** From this number of open connections on, the server makes room for new ones. Below `maxConnections`. */
  nearlyFull: number;
  /** Whether an address is that of a load balancer, which stands for all visitors. */
  isTrusted: (address: string | undefined) => boolean;
};

const checkIntervalMs = 100;
/** Clients that are cut off together reconnect together, and everyone else waits behind them. */
const maxCutsPerCheck = 20;

type Sender = { socket: Socket; address: string | undefined; since: number };

/**
 * Closes connections that take long to send a request, their first or a later one, oldest first: while there are too many
 * of them, and at once when the server is nearly full. So clients that send byte by byte cannot occupy all connections,
 * however often they reconnect, and whatever they have sent before.
 *
 *   waiting for a request ── headers ──▶ sending its body ── end ──▶ served ── response ──▶ waiting for the next one
 */
export function closeSlowConnections(server: Server, options: SlowConnectionOptions): void {
  const senders = createSenders(options.maxPerAddress);
  /** How many requests of a connection are being answered. */
  const requestCounts = new WeakMap<Socket, number>();
  let openCount = 0;
  let idleClosedAt = Number.NEGATIVE_INFINITY;

  const add = (socket: Socket) => {
    if (socket.destroyed) return;
    const { remoteAddress } = socket;
    const address = options.isTrusted(remoteAddress) ? undefined : limitKey(remoteAddress);
    senders.add({ socket, address, since: performance.now() });
  };

  /** A connection that is kept for the next request is idle until Node closes it, or sends this one slowly. */
  const countRequest = (socket: Socket, change: 1 | -1): number => {
    const count = (requestCounts.get(socket) ?? 0) + change;
    requestCounts.set(socket, count);
    return count;
  };

  const closeSlow = () => {
    const { maxMs = Number.POSITIVE_INFINITY } = options;
    const tooSlow = senders.olderThan(performance.now() - maxMs).slice(0, maxCutsPerCheck);
    for (const { socket } of tooSlow) socket.destroy();
    const slow = senders.olderThan(performance.now() - options.slowAfterMs);
    const addresses = Map.groupBy(slow, ({ address }) => address);
    let count = slow.length;
    let cuts = 0;
    for (const { socket, address } of slow) {
      const ofAddress = addresses.get(address) ?? [];
      const isOverShare = address !== undefined && ofAddress.length > options.maxPerAddress;
      if (count <= options.max && !isOverShare) continue;
      if (cuts === maxCutsPerCheck) return;
      cuts++;
      count--;
      ofAddress.pop();
      socket.destroy();
    }
  };

  /** Closes connections without a request, and one sender. Runs for each new connection, so it must cost little. */
  const makeRoom = () => {
    if (performance.now() - idleClosedAt > checkIntervalMs) {
      idleClosedAt = performance.now();
      server.closeIdleConnections();
    }
    senders.oldest()?.socket.destroy();
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
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket, headers } = incoming;
    countRequest(socket, 1);
    outgoing.once('close', () => {
      if (countRequest(socket, -1) === 0) add(socket);
    });
    senders.delete(socket);
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody) return;
    add(socket);
    incoming.once('end', () => {
      // The response may have come before the end of the body; the connection waits for the next request then.
      if ((requestCounts.get(socket) ?? 0) > 0) senders.delete(socket);
    });
  });
  const timer = setInterval(closeSlow, checkIntervalMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** The connections that are sending a request. Sets and maps keep the order of insertion: the oldest comes first. */
function createSenders(maxPerAddress: number) {
  const senders = new Map<Socket, Sender>();
  const byAddress = new Map<string, Set<Sender>>();
  const overShare = new Set<string>();

  const remove = (socket: Socket) => {
    const sender = senders.get(socket);
    if (sender === undefined) return;
    senders.delete(socket);
    if (sender.address === undefined) return;
    const ofAddress = byAddress.get(sender.address);
    ofAddress?.delete(sender);
    const count = ofAddress?.size ?? 0;
    if (count <= maxPerAddress) overShare.delete(sender.address);
    if (count === 0) byAddress.delete(sender.address);
  };

  return {
    /** A socket that is already sending keeps its start time. */
    add(sender: Sender): void {
      const { socket, address } = sender;
      if (senders.has(socket)) return;
      senders.set(socket, sender);
      if (address === undefined) return;
      const ofAddress = byAddress.get(address) ?? new Set();
      byAddress.set(address, ofAddress.add(sender));
      if (ofAddress.size > maxPerAddress) overShare.add(address);
    },
    delete: remove,
    /** Removes and returns the oldest sender, first of an address that has more than its share. */
    oldest(): Sender | undefined {
      const [address = ''] = overShare;
      const [sender] = byAddress.get(address) ?? senders.values();
      if (sender !== undefined) remove(sender.socket);
      return sender;
    },
    olderThan(time: number): Sender[] {
      const older: Sender[] = [];
      for (const sender of senders.values()) {
        if (sender.since > time) break;
        older.push(sender);
      }
      return older;
    },
  };
}
