import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { limitKey } from '../http/address.ts';

export type SlowConnectionOptions = {
  /** A connection that takes longer than this to send its first or next request, or to take its response, is slow. */
  slowAfterMs: number;
  /** A connection that takes longer than this to send a request is closed. @default never */
  maxMs?: number;
  /** Connections that may be slow. */
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

type SlowSocket = {
  socket: Socket;
  address: string | undefined;
  since: number;
  /** Whether it takes its response slowly. It may have a slow line, so it is closed only for its share, or to make room. */
  isReading: boolean;
};

/** What a connection is about. */
type Progress = {
  requestCount: number;
  /** Whose body it sends: an earlier one may be read to its end only now. */
  sending?: IncomingMessage | undefined;
  /** Responses that are complete, and wait for the client. */
  unreadCount: number;
};

/**
 * Closes connections that take long to send a request, their first or a later one, or to take a response, oldest first: while there
 * are too many of them, and at once when the server is nearly full. So clients that send or read byte by byte cannot occupy all
 * connections, however often they reconnect, and whatever they have sent before.
 *
 *   waiting for a request ── headers ──▶ sending its body ── end ──▶ served ── response ──▶ waiting for the next one
 *                                                                    └── larger than what the kernel holds ──▶ reading it ──▶
 */
export function closeSlowConnections(server: Server, options: SlowConnectionOptions): void {
  const slowSockets = createSlowSockets(options.maxPerAddress);
  const progressOf = new WeakMap<Socket, Progress>();
  let openCount = 0;
  let idleClosedAt = Number.NEGATIVE_INFINITY;

  /** Without a request, a kept connection is idle until Node closes it, or sends the next one slowly. */
  const note = (socket: Socket, change: (progress: Progress) => Partial<Progress>) => {
    const before = progressOf.get(socket) ?? { requestCount: 0, unreadCount: 0 };
    const progress = { ...before, ...change(before) };
    progressOf.set(socket, progress);
    const isSending = progress.requestCount === 0 || progress.sending !== undefined;
    if (socket.destroyed || !(isSending || progress.unreadCount > 0)) return slowSockets.delete(socket);
    const isReading = !isSending;
    if (slowSockets.get(socket)?.isReading === isReading) return;
    slowSockets.delete(socket);
    const { remoteAddress } = socket;
    const address = options.isTrusted(remoteAddress) ? undefined : limitKey(remoteAddress);
    slowSockets.add({ socket, address, since: performance.now(), isReading });
  };

  const closeSlow = () => {
    const { maxMs = Number.POSITIVE_INFINITY } = options;
    const tooSlow = slowSockets.olderThan(performance.now() - maxMs).filter(({ isReading }) => !isReading);
    for (const { socket } of tooSlow.slice(0, maxCutsPerCheck)) socket.destroy();
    const slow = slowSockets.olderThan(performance.now() - options.slowAfterMs);
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

  /** Closes connections without a request, and a slow one. Runs for each new connection, so it must cost little. */
  const makeRoom = () => {
    if (performance.now() - idleClosedAt > checkIntervalMs) {
      idleClosedAt = performance.now();
      server.closeIdleConnections();
    }
    slowSockets.oldest()?.socket.destroy();
  };

  server.on('connection', (socket) => {
    openCount++;
    if (openCount > options.nearlyFull) makeRoom();
    note(socket, () => ({}));
    socket.once('close', () => {
      openCount--;
      slowSockets.delete(socket);
    });
  });
  // First, because the server may respond at once.
  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { socket, headers } = incoming;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    // Its body has a time of its own.
    if (slowSockets.get(socket)?.isReading === false) slowSockets.delete(socket);
    note(socket, ({ requestCount }) => ({ requestCount: requestCount + 1, sending: hasBody ? incoming : undefined }));
    incoming.once('end', () => note(socket, ({ sending }) => (sending === incoming ? { sending: undefined } : {})));
    let unread = 0;
    outgoing.once('prefinish', () => {
      if (socket.writableLength === 0) return;
      unread = 1;
      note(socket, ({ unreadCount }) => ({ unreadCount: unreadCount + 1 }));
    });
    // The next response of the connection may have begun before.
    outgoing.once('close', () =>
      note(socket, ({ requestCount, unreadCount }) => ({
        requestCount: requestCount - 1,
        unreadCount: unreadCount - unread,
      })),
    );
  });
  const timer = setInterval(closeSlow, checkIntervalMs).unref();
  server.once('close', () => clearInterval(timer));
}

/** Connections in the order in which they began to be slow, as sets and maps keep it: the oldest comes first. */
function createSlowSockets(maxPerAddress: number) {
  const all = new Map<Socket, SlowSocket>();
  const byAddress = new Map<string, Set<SlowSocket>>();
  const overShare = new Set<string>();

  const remove = (socket: Socket) => {
    const slow = all.get(socket);
    if (slow === undefined) return;
    all.delete(socket);
    if (slow.address === undefined) return;
    const ofAddress = byAddress.get(slow.address);
    ofAddress?.delete(slow);
    const count = ofAddress?.size ?? 0;
    if (count <= maxPerAddress) overShare.delete(slow.address);
    if (count === 0) byAddress.delete(slow.address);
  };

  return {
    get: (socket: Socket) => all.get(socket),
    add(slow: SlowSocket): void {
      const { socket, address } = slow;
      all.set(socket, slow);
      if (address === undefined) return;
      const ofAddress = byAddress.get(address) ?? new Set();
      byAddress.set(address, ofAddress.add(slow));
      if (ofAddress.size > maxPerAddress) overShare.add(address);
    },
    delete: remove,
    /** Removes and returns the oldest one, first of an address that has more than its share. */
    oldest(): SlowSocket | undefined {
      const [address = ''] = overShare;
      const [oldest] = byAddress.get(address) ?? all.values();
      if (oldest !== undefined) remove(oldest.socket);
      return oldest;
    },
    olderThan(time: number): SlowSocket[] {
      const older: SlowSocket[] = [];
      for (const slow of all.values()) {
        if (slow.since > time) break;
        older.push(slow);
      }
      return older;
    },
  };
}
