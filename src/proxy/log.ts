/** Facts beside an event: ids, codes, counts. Never anything that a visitor wrote. */
export type LogFacts = Record<string, string | number | boolean | undefined>;

/** Where the proxy reports what it does; events are named `noun-verb`. */
export interface Log {
  /** For details such as each retry; without it they are not logged. */
  debug?(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  /** Of `error` only name, code and stack are written; its message may quote what a visitor wrote. */
  error(event: string, error: unknown, facts?: LogFacts): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
