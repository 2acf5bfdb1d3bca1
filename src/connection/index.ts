export { type Clock, systemClock } from './clock.ts';
export type {
  Connection,
  ConnectionEvents,
  ConnectionStatus,
  ConnectionTarget,
  CreateConnection,
  Drop,
} from './connection.ts';
export { deferConnection } from './defer-connection.ts';
export { createMemoryService, type MemoryService, type MemorySocket } from './memory-connection.ts';
export type { WebSocketClass } from './socket.ts';
export { browserSurroundings, type Surroundings, type SurroundingsEvent } from './surroundings.ts';
export { type WebSocketConnectionParts, webSocketConnection } from './web-socket-connection.ts';
