import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database } from '../sql.ts';
import { connectionOptions, endConnections } from './connection-limits.ts';

const channel = 'leadchat_leads';
const notification = 'SELECT pg_notify($1, $2)';
const reconnectDelayMs = 1_000;
/** A notification takes a lock that all of them share, and makes every other proxy look for leads. */
const minIntervalMs = 100;
const limits = { connectMs: 5_000, queryMs: 5_000 };

/**
 * LISTEN and NOTIFY, which only make a delivery poll earlier. The row of a lead says when it is due, and each delivery
 * polls every few seconds. So a lost notification causes a short delay and loses no lead.
 */
export function createNotifications(url: string, database: Database) {
  const ownId = randomUUID();
  const listeners = new Set<() => void>();
  let client: pg.Client | undefined;
  let isListening = false;
  let reconnectTimer: NodeJS.Timeout | undefined;
  let throttle: NodeJS.Timeout | undefined;
  let hasMore = false;
  /** In flight: a connection takes one statement at a time. */
  let publishing: Promise<void> | undefined;
  let isClosed = false;

  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };

  const publish = () => {
    if (!hasMore || publishing !== undefined || throttle !== undefined) return;
    hasMore = false;
    const values = [channel, ownId];
    // A proxy that listens takes no connection from its leads. While the database does not respond, nothing is delivered
    // anyway.
    const sending = isListening ? client?.query(notification, values) : database.run(notification, values);
    publishing = Promise.allSettled([sending]).then(() => {
      publishing = undefined;
      publish();
    });
    throttle = setTimeout(endThrottle, minIntervalMs);
    throttle.unref();
  };
  const endThrottle = () => {
    clearTimeout(throttle);
    throttle = undefined;
    publish();
  };

  const connect = async () => {
    reconnectTimer = undefined;
    const connection = new pg.Client(connectionOptions(url, limits));
    client = connection;
    const reconnect = () => {
      if (client !== connection || isClosed) return;
      client = undefined;
      isListening = false;
      connection.end().catch(() => {}); // it is broken already
      reconnectTimer = setTimeout(connect, reconnectDelayMs);
    };
    connection.on('error', reconnect);
    connection.on('end', reconnect);
    connection.on('notification', ({ payload }) => {
      if (payload !== ownId) notifyListeners();
    });
    try {
      await connection.connect();
      await connection.query(`LISTEN ${channel}`);
      isListening = client === connection;
      // Leads may have arrived while no connection listened.
      notifyListeners();
    } catch {
      reconnect();
    }
  };

  return {
    /** Calls the subscribers of this proxy at once, and those of the others soon. */
    notify(): void {
      notifyListeners();
      if (isClosed) return;
      hasMore = true;
      publish();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      // A proxy that only accepts leads opens no connection for this.
      if (client === undefined && reconnectTimer === undefined) void connect();
      return () => listeners.delete(listener);
    },
    async close(): Promise<void> {
      isClosed = true;
      listeners.clear();
      clearTimeout(reconnectTimer);
      const end = async () => {
        // One in flight, and one more for what came meanwhile.
        for (let rest = 2; rest > 0; rest--) {
          endThrottle();
          await publishing;
        }
        clearTimeout(throttle);
        await client?.end();
      };
      await endConnections({ end }).catch(() => {}); // the server may have ended it first
    },
  };
}
