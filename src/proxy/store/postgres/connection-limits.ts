import type pg from 'pg';

/** How long to wait for a connection and for the response to a query. */
export type ConnectionLimits = { connectMs: number; queryMs: number };

const closeMs = 3_000;

/**
 * A host that disappears from the network closes no connection. Without these limits, whoever waits for it would wait for
 * ever; keepalive finds idle connections to it.
 */
export function connectionOptions(url: string, { connectMs, queryMs }: ConnectionLimits): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    query_timeout: queryMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** The server gives up, too, so that a lost client holds no lock. */
export function serverLimits({ queryMs }: ConnectionLimits) {
  return { statement_timeout: queryMs, idle_in_transaction_session_timeout: queryMs };
}

/**
 * The same as statements of a transaction. A pooler refuses settings when a connection starts (PgBouncer by default), and
 * lends the connection to others, for whom these must not last.
 */
export function localServerLimits(limits: ConnectionLimits): string {
  return Object.entries(serverLimits(limits))
    .map(([name, value]) => `SET LOCAL ${name} = ${value}`)
    .join('; ');
}

/** Whether a pooler refuses the settings with which a connection starts: PgBouncer by default, and the proxy of Amazon RDS. */
export function refusesSettings(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false;
  const words = error.code === '08P01' ? /startup param/ : /command-line options/;
  return words.test(error.message);
}

/** Ends connections, but waits for no server that is silent. */
export async function endConnections(connections: { end(): Promise<void> } | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closeMs);
  });
  try {
    await Promise.race([connections?.end(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
