/** Fields of a log line: ids, codes, counts. Never anything that a visitor wrote. */
export type LogFacts = Record<string, string | number | boolean | undefined>;

/** The proxy's log; events are named `noun-verb`. */
export interface Log {
  /** For details such as each retry. Optional: without it, they are not logged. */
  debug?(event: string, facts?: LogFacts): void;
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  /** Writes name, code and stack of `error`, but not its message, which may contain personal data. */
  error(event: string, error: unknown, facts?: LogFacts): void;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };
