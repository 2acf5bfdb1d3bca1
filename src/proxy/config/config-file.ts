import { readFile, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { withoutCredentials } from './shown-value.ts';

export type ConfigFileResult = { ok: true; content: unknown } | { ok: false; problem: string };

/**
 * Reads a configuration file. `isAgain`: it may have changed since it was read first. `problem` says why it cannot be read, in
 * words that never quote it.
 */
export async function readConfigFile(path: string, isAgain: boolean): Promise<ConfigFileResult> {
  try {
    return path.endsWith('.json') ? parseJson(await readFile(path, 'utf8')) : await load(path, isAgain);
  } catch (error) {
    return { ok: false, problem: describeError(error, path) };
  }
}

function parseJson(text: string): ConfigFileResult {
  try {
    return { ok: true, content: JSON.parse(text) };
  } catch {
    return { ok: false, problem: `it is not valid JSON. The mistake is at ${describeJsonMistake(text)}.` };
  }
}

async function load(path: string, isAgain: boolean): Promise<ConfigFileResult> {
  // Node loads each URL once.
  const version = isAgain ? `?${(await stat(path)).mtimeMs}` : '';
  const loaded: { default?: unknown } = await import(`${pathToFileURL(path).href}${version}`);
  if (loaded.default !== undefined) return { ok: true, content: loaded.default };
  return { ok: false, problem: 'it has no default export; write `export default { … }`' };
}

/**
 * A plain Error is worded by the file or the system: "set CRM_KEY", "permission denied". The messages of all other
 * errors quote the source or a value: `secret1 is not defined` for a secret without quotes.
 */
function describeError(error: unknown, path: string): string {
  if (error instanceof Error && error.name === 'Error')
    return withoutCredentials(error.message.split('\n', 1)[0] ?? '');
  const kind = error instanceof Error ? `a ${error.name}` : 'a value that is no Error';
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const line = stack.split(pathToFileURL(path).href)[1]?.match(/^(?:\?[\d.]+)?:(\d+)/)?.[1];
  const place = line === undefined ? '' : ` in line ${line}`;
  return `it throws ${kind}${place}, whose words may quote a secret; to read them, run \`node ${path}\`.`;
}

/**
 * Where a text stops being JSON, for a person: "line 3, column 7". The message of `JSON.parse` quotes the text around
 * that place, which may be a secret.
 */
function describeJsonMistake(text: string): string {
  const length = longestStart(text);
  if (length === text.length) return 'its end: something is missing there';
  const lines = text.slice(0, length).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** The length of the longest beginning that could still become JSON. Every shorter beginning can, too. */
function longestStart(text: string): number {
  let length = 0;
  let tooLong = text.length + 1;
  while (tooLong - length > 1) {
    const middle = Math.floor((length + tooLong) / 2);
    if (isStart(text.slice(0, middle))) length = middle;
    else tooLong = middle;
  }
  return length;
}

/** V8 says of an unfinished text that the input ends, or names a position behind its last character. */
function isStart(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    return message.includes('end of JSON input') || (position !== undefined && Number(position) === text.length);
  }
}
