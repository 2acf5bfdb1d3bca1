import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limitKey, networkKey } from '../http/address.ts';

export type ConnectionLimitOptions = {
  /** Connections that an address may keep open between requests. */
  maxKeptAlive: number;
  /** Connections of one network; the requests of more are refused. */
  max: number;
  /** Whether an address is that of a load balancer, which stands for all visitors. */
  isTrusted: (address: string | undefined) => boolean;
  /** Whether a connection belongs to this process itself. It counts for nobody. @default none does */
  isOwn?: (socket: Socket) => boolean;
};

/**
 * Limits how many connections an address may have. Node accepts one connection per turn of its event loop, and answers
 * every request that has arrived before it accepts the next: a thousand connections that send without a pause would make
 * each new visitor wait for a thousand responses. A client whose connections are closed has to wait in line itself.
 */
export function limitConnections(
  server: Server,
  { maxKeptAlive, max, isTrusted, isOwn = () => false }: ConnectionLimitOptions,
) {
  const addresses = createCounter();
  const networks = createCounter();
  const keys = new WeakMap<Socket, { address: string; network: string }>();

  server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (isTrusted(remoteAddress) || isOwn(socket)) return;
    // The address is gone when the socket has closed.
    const address = limitKey(remoteAddress);
    const network = networkKey(remoteAddress);
    keys.set(socket, { address, network });
    addresses.add(address, 1);
    networks.add(network, 1);
    socket.once('close', () => {
      addresses.add(address, -1);
      networks.add(network, -1);
    });
  });

  return {
    /**
     * What an address with many connections gets: `close` after the response, or `refuse`, which closes, too. Undefined
     * for everyone else.
     */
    check({ socket }: { socket: Socket }): 'close' | 'refuse' | undefined {
      const key = keys.get(socket);
      if (key === undefined) return undefined;
      if (networks.count(key.network) > max) return 'refuse';
      return addresses.count(key.address) > maxKeptAlive ? 'close' : undefined;
    },
  };
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    count: (key: string) => counts.get(key) ?? 0,
    add(key: string, change: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}
