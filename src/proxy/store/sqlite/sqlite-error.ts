import { isStoreError, StoreError } from '../store-error.ts';

/** Result codes that concern one row: SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH. */
const rowCodes = new Set([18, 19, 20]);

/** Translates a database error into a StoreError. The original message stays in `cause`. */
export function sqliteError(error: unknown): StoreError {
  if (isStoreError(error)) return error;
  // The primary result code is the low byte of the extended one.
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
  const state = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === undefined && state !== 'ERR_INVALID_STATE') {
    return new StoreError({
      code: 'row-refused',
      message: '[store] a row contains a value that the database cannot store.',
      cause: error,
    });
  }
  if (code !== undefined && rowCodes.has(code)) {
    return new StoreError({ code: 'row-refused', message: `[store] SQLite refused a row (${code}).`, cause: error });
  }
  const why = error instanceof Error && 'errstr' in error ? String(error.errstr) : 'it is closed';
  return new StoreError({
    code: 'unavailable',
    message: `[store] the database cannot be used: ${why}.`,
    retryAfterMs: 5_000,
    cause: error,
  });
}
