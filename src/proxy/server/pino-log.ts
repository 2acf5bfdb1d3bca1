import pino from 'pino';
import type { Log } from '../log.ts';

/**
 * Writes one JSON line per event to stderr; stdout belongs to the commands. Of an error it writes only name, code and
 * stack, because the message and other properties may contain personal data.
 */
export function createPinoLog(level: string): Log {
  const logger = pino({ level, base: null }, pino.destination({ dest: 2, sync: false }));
  return {
    debug: (event, facts) => logger.debug(facts ?? {}, event),
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, error, facts) => logger.error({ ...facts, error: describeError(error) }, event),
  };
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name: error.name, code, stack: frames.slice(0, 8).map((line) => line.trim()), cause };
}
