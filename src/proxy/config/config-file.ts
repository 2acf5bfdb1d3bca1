import { readFile, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { describeJsonMistake } from './json-mistake.ts';
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
