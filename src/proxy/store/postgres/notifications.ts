import pg from 'pg';
import { connectionOptions, endConnections } from './connection-limits.ts';
import type { Queryable } from './database.ts';

const channel = 'leadchat_leads';
const reconnectDelayMs = 1_000;
const limits = { connectMs: 5_000, queryMs: 5_000 };

export type Notifications = {
  /** Wakes all proxies as soon as the transaction is committed. */
  publish(tx: Queryable): Promise<void>;
  subscribe(listener: () => void): () => void;
  close(): Promise<void>;
};

/**
 * LISTEN and NOTIFY, which only make a delivery poll earlier. The row of a lead says when it is due, and each delivery
 * polls every few seconds. So a lost notification causes a short delay and loses no lead.
 */
export function createNotifications(url: string): Notifications {
  const listeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let closed = false;

  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  const connect = async () => {
    const connection = new pg.Client(connectionOptions(url, limits));
    client = connection;
    const reconnect = () => {
      if (client !== connection || closed) return;
      client = undefined;
      connection.end().catch(() => {}); // it is broken already
      reconnectTimer = setTimeout(connect, reconnectDelayMs);
    };
    connection.on('error', reconnect);
    connection.on('end', reconnect);
    connection.on('notification', notifyListeners);
    try {
      await connection.connect();
      await connection.query(`LISTEN ${channel}`);
      // Leads may have arrived while no connection listened.
      notifyListeners();
    } catch {
      reconnect();
    }
  };

  return {
    async publish(tx) {
      await tx.query('SELECT pg_notify($1, $2)', [channel, '']);
    },
    subscribe(listener) {
      listeners.add(listener);
      // A proxy that only accepts leads opens no connection for this.
      if (client === undefined && reconnectTimer === undefined) void connect();
      return () => listeners.delete(listener);
    },
    async close() {
      closed = true;
      listeners.clear();
      clearTimeout(reconnectTimer);
      await endConnections(client).catch(() => {}); // the server may have ended it first
    },
  };
}
