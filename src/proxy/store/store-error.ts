export type StoreErrorCode =
  /** The database cannot be read or written: disk full, read-only, corrupt, not reachable, closed. */
  | 'unavailable'
  /** As many leads wait as the store may hold, or the disk is nearly full. */
  | 'backlog-full'
  /** The lead is worked on by somebody else by now, or was erased. */
  | 'lease-lost'
  /** The database refuses this very row; its neighbours are not affected. */
  | 'row-refused'
  /** The database cannot give the durability that an accepted lead is promised. */
  | 'not-durable';

export type StoreErrorFacts = { code: StoreErrorCode; message: string; retryAfterMs?: number; cause?: unknown };

/** Every failure of a store. Its message holds nothing of a lead. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** When it is worth trying again. */
  readonly retryAfterMs?: number;

  constructor(facts: StoreErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs;
  }
}

/** Tells a StoreError by its name, so that it holds across two copies of this package. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && error.name === 'StoreError' && 'code' in error;
}
