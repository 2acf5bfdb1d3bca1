import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** An invalid command line; `message` says why and how to fix it. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** A command that failed; `message` says why and how to fix it. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Parses options. Throws a UsageError for unknown options and missing values. */
export function readOptions<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/**
 * The port to listen on: `--port`, else the environment variable, else the default. 0 selects any free port.
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

/**
 * The value of an option that is a whole number.
 * @throws UsageError
 */
export function readWholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--${option} must be a whole number, got "${text}".`);
}

/** How to choose another port, for a command that was started by the npm script `script` or as `leadchat`. */
export function portAdvice(command: string, script: string | undefined): string {
  const isScript = script === command || (script === 'start' && command === 'demo');
  const start = !isScript ? `leadchat ${command}` : script === 'start' ? 'npm start --' : `npm run ${script} --`;
  if (command !== 'demo') return `${start} --port N (0: any free one).`;
  const others = 'LEADCHAT_PROXY_PORT=N and LEADCHAT_SANDBOX_PORT=N for the proxy and the sandbox';
  return `${start} --port N for the site, ${others}, or --port 0 for any free ports.`;
}
