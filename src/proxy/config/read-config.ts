import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readConfigFile } from './config-file.ts';
import { type Environment, isObject, withEnvironment } from './environment.ts';
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

/** `file` is the full path of the file that was read; absent if everything came from the environment. */
export type ReadConfigResult = ConfigResult & { file?: string };

const fileNames = ['leadchat.config.ts', 'leadchat.config.js', 'leadchat.config.json'];

/** Reads the configuration from file and environment. Never throws; every problem is an issue. */
export async function readConfig(options: ReadConfigOptions): Promise<ReadConfigResult> {
  const folder = options.folder ?? process.cwd();
  const file = options.file ?? fileNames.find((name) => existsSync(resolve(folder, name)));
  const parse = (content: unknown) => parseConfig(withEnvironment(content, options.env), { dev: options.dev ?? false });
  if (file === undefined) {
    const result = parse({});
    return result.ok ? result : { ok: false, issues: withMissingFile(result.issues, folder) };
  }
  const path = resolve(folder, file);
  if (!existsSync(path))
    return { ok: false, issues: [`the configuration file ${path} does not exist; check --config.`] };
  const read = await readConfigFile(path);
  if (!read.ok) return { ok: false, issues: [`the configuration file ${path} cannot be read: ${read.problem}`] };
  return { ...parse(withStoreBeside(read.content, path, folder)), file: path };
}

/** If something is missing, first says that no file was found. */
function withMissingFile(issues: readonly string[], folder: string): string[] {
  const hint = `no configuration file found in ${folder} (leadchat.config.ts, .js or .json); --config names another one.`;
  return issues.some((issue) => issue.includes(' is missing')) ? [hint, ...issues] : [...issues];
}

/**
 * A relative SQLite path in the file starts at the file's folder, so every command finds the same database wherever it
 * is started. In earlier versions it started at the working folder; a database there stays in use.
 */
function withStoreBeside(content: unknown, configFile: string, folder: string): unknown {
  if (!isObject(content) || typeof content.store !== 'string' || !content.store.startsWith('sqlite:')) return content;
  const path = content.store.slice('sqlite:'.length);
  const besideConfig = resolve(dirname(configFile), path);
  const inFolder = resolve(folder, path);
  const isMoved = !existsSync(besideConfig) && existsSync(inFolder);
  return { ...content, store: `sqlite:${isMoved ? inFolder : besideConfig}` };
}
