import { fstatSync } from 'node:fs';
import pino from 'pino';
import type { Log } from '../log.ts';

/**
 * Writes one JSON line per event to stderr; stdout belongs to the commands. Of an error it writes only name, code and
 * stack, because the message and other properties may contain personal data.
 */
export function createPinoLog(level: string): Log {
  const logger = pino({ level, base: null }, openDestination());
  return {
    debug: (event, facts) => logger.debug(facts ?? {}, event),
    info: (event, facts) => logger.info(facts ?? {}, event),
    warn: (event, facts) => logger.warn(facts ?? {}, event),
    error: (event, error, facts) => logger.error({ ...facts, error: describeError(error) }, event),
  };
}

/** Lines that wait while the log cannot be written. More are dropped, because they would fill the memory. */
const maxWaitingBytes = 1_000_000;
/** How long the last lines wait at the exit for whoever reads the log. */
const exitMs = 1_000;

/**
 * stderr, which may be a file on a full disk. Without a listener, the error of a write would end the process; and its
 * last flush would repeat the write for ever. The lines wait, and are written when there is space. A file is written at once, so
 * that no line waits for the last flush before it is known whether there is space.
 */
function openDestination() {
  let exitsAt = Number.POSITIVE_INFINITY;
  const destination = pino.destination({
    dest: 2,
    sync: fstatSync(2).isFile(),
    maxLength: maxWaitingBytes,
    retryEAGAIN: () => performance.now() < exitsAt,
  });
  let isFailing = false;
  destination.on('error', () => {
    isFailing = true;
  });
  destination.on('write', () => {
    isFailing = false;
  });
  const flush = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (isFailing) return;
    exitsAt = performance.now() + exitMs;
    try {
      flush();
    } catch {
      // Nobody reads the pipe, which is full: then nobody misses these lines.
    }
  };
  return destination;
}

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? undefined : describeError(error.cause);
  return { name: error.name, code, stack: frames.slice(0, 8).map((line) => line.trim()), cause };
}
