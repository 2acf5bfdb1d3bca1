export type StoreErrorCode =
  /** The database cannot be read or written: disk full, read-only, corrupt, unreachable or closed. */
  | 'unavailable'
  /** There is no store of leadchat at the address. */
  | 'no-store'
  /** The limit of waiting leads is reached. */
  | 'backlog-full'
  /** The disk of the database is nearly full, so that no lead is accepted. */
  | 'disk-full'
  /** Another process has claimed the lead meanwhile, or it was erased. */
  | 'lease-lost'
  /** The database refuses this row. Others are not affected. */
  | 'row-refused'
  /** The database's settings could lose accepted leads. */
  | 'not-durable';

export type StoreErrorFacts = {
  code: StoreErrorCode;
  message: string;
  retryAfterMs?: number | undefined;
  cause?: unknown;
};

/** Every failure of a store. Its message contains no data of a lead. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;
  /** When a retry makes sense. Absent: only a change of the configuration or of the disk helps. */
  readonly retryAfterMs?: number;

  constructor(facts: StoreErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = facts.code;
    if (facts.retryAfterMs !== undefined) this.retryAfterMs = facts.retryAfterMs;
  }
}

/** Recognizes a StoreError by its name, so it works across two copies of this package. */
export function isStoreError(error: unknown): error is StoreError {
  return error instanceof Error && error.name === 'StoreError' && 'code' in error;
}

/** For the log: the code of a failure of the store, or `fault` for an error of ours. */
export function storeErrorCode(error: unknown): string {
  return isStoreError(error) ? error.code : 'fault';
}

/** What is wrong with the store, for the operator: for log, `/readyz`, doctor and dashboard. */
export function storeFailureReason(error: StoreError): string {
  return error.message.replace('[store] ', '');
}
