/** Facts beside an event: ids, codes, counts. Never anything that a visitor wrote. */
export type LogFacts = Record<string, string | number | boolean | undefined>;

/** Where the proxy tells what it does; events are named `noun-verb`. */
export interface Log {
  info(event: string, facts?: LogFacts): void;
  warn(event: string, facts?: LogFacts): void;
  /** `error` is told by its name, code and stack; it must hold nothing of a lead. */
  error(event: string, error: unknown, facts?: LogFacts): void;
}
