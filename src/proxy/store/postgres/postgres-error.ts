import { describeStore } from '../describe-store.ts';
import { isStoreError, StoreError } from '../store-error.ts';

export const connectTimeoutMs = 5_000;

/** Errors that need a change of the address or the server, by SQLSTATE or error code. */
const lastingReasons: Record<string, string> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the server refuses this user',
  '3D000': 'the server has no such database',
  '42501': 'the user may not create the schema leadchat',
  ERR_INVALID_URL: 'its address is not valid',
};

/**
 * An error while the store is opened, with the database's name. An unreachable server may come back; see
 * `retryAfterMs`.
 */
export function openingError(error: unknown, url: string): StoreError {
  const translated = postgresError(error);
  const cause = translated.cause;
  if (translated.code !== 'unavailable' || cause === undefined) return translated;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const lasting = lastingReasons[code];
  const isTimeout = cause instanceof Error && /timeout/.test(cause.message);
  const reason =
    lasting ?? (isTimeout ? `no connection within ${connectTimeoutMs / 1000} s` : code || 'the connection failed');
  return new StoreError({
    code: 'unavailable',
    message: `[store] ${describeStore(url)} cannot be used: ${reason}.`,
    ...(lasting === undefined && { retryAfterMs: 5_000 }),
    cause,
  });
}

/** SQLSTATE classes that concern one row: data exceptions and constraint violations. */
const rowClasses = ['22', '23'];

/** Why a running server refuses writes, by SQLSTATE. */
const serverReasons: Record<string, string> = {
  '53100': "the server's disk is full",
  '25006': 'the server is read-only',
  '57P03': 'the server is starting',
};

/** Translates a database error into a StoreError. The original message, which may quote values, stays in `cause`. */
export function postgresError(error: unknown): StoreError {
  if (isStoreError(error)) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (rowClasses.includes(code.slice(0, 2)) && code.length === 5) {
    return new StoreError({ code: 'row-refused', message: `[store] Postgres refused a row (${code}).`, cause: error });
  }
  const reason = serverReasons[code] ?? code;
  return new StoreError({
    code: 'unavailable',
    message: `[store] the database cannot be used${reason === '' ? '' : ` (${reason})`}.`,
    retryAfterMs: 5_000,
    cause: error,
  });
}
