import type { Log, LogFacts } from '../../../src/proxy/log.ts';

/** A log in memory, for tests. */
export class MemoryLog implements Log {
  readonly lines: { level: 'info' | 'warn' | 'error'; event: string; facts: LogFacts | undefined; error?: unknown }[] =
    [];

  info(event: string, facts?: LogFacts): void {
    this.lines.push({ level: 'info', event, facts });
  }

  warn(event: string, facts?: LogFacts): void {
    this.lines.push({ level: 'warn', event, facts });
  }

  error(event: string, error: unknown, facts?: LogFacts): void {
    this.lines.push({ level: 'error', event, facts, error });
  }

  events(): string[] {
    return this.lines.map((line) => line.event);
  }
}
