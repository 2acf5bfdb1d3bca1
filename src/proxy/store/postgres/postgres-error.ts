import { connectionReason } from '../../connection-reason.ts';
import { describeStore } from '../describe-store.ts';
import { isStoreError, StoreError } from '../store-error.ts';

export const connectTimeoutMs = 5_000;

const noSuchDatabase = '3D000';

const untrusted =
  "this machine does not trust the server's certificate; name the file of its authority, as in ?sslmode=verify-full&sslrootcert=FILE";

const mayNotCreate =
  'the user may not create the schema leadchat, which GRANT CREATE ON DATABASE allows, or the tables in it, which ALTER SCHEMA leadchat OWNER TO allows';

/** Errors that need a change of the address or the server, by SQLSTATE, error code, or the words of `pg` that has no code for it. */
const lastingReasons: Record<string, string> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the server refuses this user; its pg_hba.conf says whom it takes',
  [noSuchDatabase]: 'the server has no such database; create it',
  '42501': mayNotCreate,
  // What Postgres says of a schema that the user may not even use.
  '3F000': mayNotCreate,
  ERR_INVALID_URL: 'its address is not valid',
  ENOENT: 'a file that its address names does not exist',
  'The server does not support SSL connections': 'the server offers no TLS; leave sslmode out of the address',
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: "the server's certificate is for another host than its address names",
};

function lastingReason(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  // It refuses a user with the same code, whatever the cause. A server without TLS says this of a user without a line, too.
  if (/(no encryption|SSL off)$/.test(message)) {
    return 'the server takes this user only over TLS, or not from this machine: add ?sslmode=verify-full to the address, or a line to its pg_hba.conf';
  }
  // The socket of a server on this machine that does not run yet.
  if (error instanceof Error && 'syscall' in error && error.syscall === 'connect') return undefined;
  return lastingReasons[codeOf(error)] ?? lastingReasons[message];
}

/**
 * An error while the store is opened, with the database's name. An unreachable server may come back; see
 * `retryAfterMs`.
 */
export function openingError(error: unknown, url: string): StoreError {
  const translated = postgresError(error);
  const cause = translated.cause;
  if (translated.code !== 'unavailable' || cause === undefined) return translated;
  const lasting = lastingReason(cause);
  const reason = lasting ?? (reasonOf(cause) || 'the connection failed');
  return new StoreError({
    code: codeOf(cause) === noSuchDatabase ? 'no-store' : 'unavailable',
    message: `[store] ${describeStore(url)} cannot be used: ${reason}.`,
    ...(lasting === undefined && { retryAfterMs: 5_000 }),
    cause,
  });
}

/** SQLSTATE classes that concern one row: data exceptions and constraint violations. */
const rowClasses = ['22', '23'];

/** Why a server refuses connections or writes, by SQLSTATE or its class. */
const serverReasons: Record<string, string> = {
  '08': 'the connection broke',
  '25006': 'the server is read-only, such as a standby',
  '42501': 'the user lacks a right in it',
  '42P01': 'its tables are missing; restore a backup, or restart the proxy, which creates them',
  '53': 'the server lacks resources',
  '53100': "the server's disk is full",
  '53200': 'the server has no memory left',
  '53300': 'the server has no connection left: raise max_connections, or run fewer proxies',
  '57': 'the server is stopping or starting',
  '57014': 'the statement took too long',
  '57P01': 'the server ended the connection',
  '57P03': 'the server is starting',
  '58': 'a file or a system call of the server fails',
  XX: 'the server has an internal error',
};

/** What `pg` says without a code. */
const clientReasons: Record<string, string> = {
  'timeout expired': 'no connection in time',
  'timeout exceeded when trying to connect': 'no connection in time',
  'Connection terminated due to connection timeout': 'no connection in time',
  'Query read timeout': 'no response in time',
  'Connection terminated unexpectedly': 'the server ended the connection; is it Postgres?',
};

/** In words, with the code of what is not known exactly; empty if nothing is known. */
function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const exact = serverReasons[code] ?? (error instanceof Error ? clientReasons[error.message] : undefined);
  if (exact !== undefined) return exact;
  // What a server or a pooler says about a connection holds no data of a lead.
  if (code === '08P01' && error instanceof Error) return error.message.slice(0, 200);
  if (code.includes('_') || /^E[A-Z]+$/.test(code)) return connectionReason(code);
  const kind = code.length === 5 ? serverReasons[code.slice(0, 2)] : undefined;
  return kind === undefined ? code : `${kind}, ${code}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Translates a database error into a StoreError. The original message, which may quote values, stays in `cause`. */
export function postgresError(error: unknown): StoreError {
  if (isStoreError(error)) return error;
  const code = codeOf(error);
  if (rowClasses.includes(code.slice(0, 2)) && code.length === 5) {
    return new StoreError({ code: 'row-refused', message: `[store] Postgres refused a row (${code}).`, cause: error });
  }
  const reason = reasonOf(error);
  return new StoreError({
    code: 'unavailable',
    message: `[store] the database cannot be used${reason === '' ? '' : ` (${reason})`}.`,
    retryAfterMs: 5_000,
    cause: error,
  });
}
