import type { CreateConnection } from '../../../src/core/connection/connection.ts';
import { socketPath } from '../../../src/protocol/service/socket-address.ts';
import { type ConnectionHarness, poll } from './connection-contract.ts';
import { createMemoryService } from './memory-service.ts';

/** The harness of the contract suite for a service in memory. `wrap` wraps its connection. */
export function inMemory(wrap: (create: CreateConnection) => CreateConnection): ConnectionHarness {
  const service = createMemoryService();
  return {
    createConnection: wrap(service.createConnection),
    sockets: () => service.sockets.map((socket) => ({ ...socket, path: socketPath(socket.path) })),
    live: () => service.sockets.filter(({ isOpen }) => isOpen).length,
    down: async () => service.setUp(false),
    up: async () => service.setUp(true),
    until: poll,
    stop: async () => {},
  };
}
