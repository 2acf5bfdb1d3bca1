import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Environment, withEnvironment } from './environment.ts';
import { type ConfigResult, parseConfig } from './parse-config.ts';

export type ReadConfigOptions = {
  /** File to read. @default leadchat.config.ts, .js or .json in `folder`, if it exists */
  file?: string;
  /** Usually `process.env`. It wins over the file. */
  env: Environment;
  /** Allows the origin `*`, and makes it the default. @default false */
  dev?: boolean;
  /** Folder of the configuration. @default the working folder */
  folder?: string;
};

const fileNames = ['leadchat.config.ts', 'leadchat.config.js', 'leadchat.config.json'];

/** Reads the configuration from file and environment. Never throws: everything that is wrong is an issue. */
export async function readConfig(options: ReadConfigOptions): Promise<ConfigResult> {
  const folder = options.folder ?? process.cwd();
  const file = options.file ?? fileNames.find((name) => existsSync(resolve(folder, name)));
  let content: unknown = {};
  if (file !== undefined) {
    const path = resolve(folder, file);
    if (!existsSync(path))
      return { ok: false, issues: [`the configuration file ${path} does not exist; check --config.`] };
    try {
      content = await readContent(path);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { ok: false, issues: [`the configuration file ${path} cannot be read: ${reason}`] };
    }
  }
  return parseConfig(withEnvironment(content, options.env), { dev: options.dev ?? false });
}

async function readContent(path: string): Promise<unknown> {
  if (path.endsWith('.json')) return JSON.parse(await readFile(path, 'utf8'));
  const loaded: { default?: unknown } = await import(pathToFileURL(path).href);
  if (loaded.default === undefined) throw new Error('it has no default export; write `export default { … }`');
  return loaded.default;
}
