import { isStoreError, StoreError } from '../store-error.ts';

/** SQLSTATE classes that are about the row: data exceptions and broken constraints. */
const aboutTheRow = ['22', '23'];

/** What went wrong in the database as a StoreError; its own message, which can quote values, stays in `cause`. */
export function postgresError(error: unknown): StoreError {
  if (isStoreError(error)) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (aboutTheRow.includes(code.slice(0, 2)) && code.length === 5) {
    return new StoreError({ code: 'row-refused', message: `[store] Postgres refused a row (${code}).`, cause: error });
  }
  return new StoreError({
    code: 'unavailable',
    message: `[store] the database cannot be used${code === '' ? '' : ` (${code})`}.`,
    retryAfterMs: 5_000,
    cause: error,
  });
}
