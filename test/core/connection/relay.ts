import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A network between client and service that can fail like real networks. */
export type Relay = {
  port: number;
  /** `pass`: everything works. `swallow`: connections stay open but carry no data, and new ones get no response. */
  mode: 'pass' | 'swallow';
  /**
   * From now on, data that the service sends over the open connections is lost, as when a router has forgotten one direction.
   * Data from clients still arrives, and new connections are not affected.
   */
  dropFromService(): void;
  /** The number of open client connections. */
  readonly clients: number;
  /** Resets all connections after this many more bytes from the service, in the middle of a frame. */
  resetAfter(bytes: number): void;
  stop(): Promise<void>;
};

export async function startRelay(target: number): Promise<Relay> {
  const pairs = new Map<Socket, Socket>();
  const halfOpen = new WeakSet<Socket>();
  let bytesLeft = Number.POSITIVE_INFINITY;
  const server = createServer((client) => {
    const service = connect(target, '127.0.0.1');
    pairs.set(client, service);
    const isPassing = relay.mode === 'pass';
    const end = () => {
      pairs.delete(client);
      client.destroy();
      service.destroy();
    };
    client.on('error', end).on('close', end);
    service.on('error', end).on('close', () => {
      if (relay.mode === 'pass' && !halfOpen.has(client)) end();
    });
    // A connection that started while data was swallowed never opens, as after a lost SYN.
    client.on('data', (data) => isPassing && relay.mode === 'pass' && service.write(data));
    service.on('data', (data) => {
      if (!isPassing || relay.mode === 'swallow' || halfOpen.has(client)) return;
      client.write(data.subarray(0, bytesLeft));
      bytesLeft -= data.length;
      if (bytesLeft <= 0) client.resetAndDestroy();
      if (bytesLeft <= 0) bytesLeft = Number.POSITIVE_INFINITY;
    });
  });
  const relay: Relay = {
    port: 0,
    mode: 'pass',
    get clients() {
      return pairs.size;
    },
    dropFromService() {
      for (const client of pairs.keys()) halfOpen.add(client);
    },
    resetAfter(bytes) {
      bytesLeft = bytes;
    },
    async stop() {
      for (const [client, service] of pairs) {
        client.destroy();
        service.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address !== null && typeof address === 'object') relay.port = address.port;
  return relay;
}
