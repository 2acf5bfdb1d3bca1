import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readConfigFile } from './config-file.ts';
import { describeMisspelt, type Environment, withEnvironment } from './environment.ts';
import { type ConfigResult, parseConfig } from './parse-config.ts';
import type { ProxyConfig } from './schema.ts';

export type ReadConfigOptions = {
  /** File to read. @default leadchat.config.ts, .js or .json in `folder`, if it exists */
  file?: string;
  /** Usually `process.env`. It wins over the file. */
  env: Environment;
  /** Allows the origin `*`, and makes it the default. @default false */
  dev?: boolean;
  /** Reads a file that this process has read before. @default false */
  isAgain?: boolean;
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
  const parse = (content: unknown, pathsFrom: string): ConfigResult => {
    const result = parseConfig(withEnvironment(content, options.env), { dev: options.dev ?? false });
    if (result.ok) return { ok: true, config: withFullPaths(result.config, pathsFrom) };
    // A misspelt variable is often why something is missing.
    return { ok: false, issues: [...result.issues, ...describeMisspelt(options.env)] };
  };
  if (file === undefined) {
    const result = parse({}, folder);
    return result.ok ? result : { ok: false, issues: withMissingFile(result.issues, folder) };
  }
  const path = resolve(folder, file);
  if (!existsSync(path))
    return { ok: false, issues: [`the configuration file ${path} does not exist; check --config.`] };
  const read = await readConfigFile(path, options.isAgain ?? false);
  if (!read.ok) return { ok: false, issues: [`the configuration file ${path} cannot be read: ${read.problem}`] };
  return { ...parse(read.content, dirname(path)), file: path };
}

/** If something is missing, first says that no file was found. */
function withMissingFile(issues: readonly string[], folder: string): string[] {
  const hint = `no configuration file found in ${folder} (leadchat.config.ts, .js or .json); --config names another one.`;
  return issues.some((issue) => issue.includes(' is missing')) ? [hint, ...issues] : [...issues];
}

/**
 * Relative paths start at the folder of the configuration file, also those from the environment. So every command finds
 * the same database, wherever it is started, and two configurations do not share one by accident.
 */
function withFullPaths(config: ProxyConfig, folder: string): ProxyConfig {
  const { store, keepAssetsIn } = config;
  return {
    ...config,
    ...(store.startsWith('sqlite:') && { store: `sqlite:${resolve(folder, store.slice('sqlite:'.length))}` }),
    ...(typeof keepAssetsIn === 'string' && { keepAssetsIn: resolve(folder, keepAssetsIn) }),
  };
}
