import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** A command line that cannot be used; `message` says why and what to do. Ends with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** What was asked for cannot be done; `message` says why and what to do. Ends with exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Reads options; anything unknown or without its value is a UsageError. */
export function readOptions<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * The port to listen on: `--port`, else the environment variable, else the default. 0 takes any free one.
 * @throws UsageError when it is not a whole number from 0 to 65535.
 */
export function readPort(option: string | undefined, variable: string, fallback: number): number {
  const text = option ?? process.env[variable];
  if (text === undefined || text === '') return fallback;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    const source = option === undefined ? variable : '--port';
    throw new UsageError(`${source} must be a port from 0 (any free one) to 65535, got "${text}".`);
  }
  return port;
}
