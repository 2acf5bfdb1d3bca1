export type {
  Connection,
  ConnectionEvents,
  ConnectionStatus,
  ConnectionTarget,
  CreateConnection,
  Drop,
} from './connection.ts';
