import { type ProxyConfig, type ReadConfigOptions, type ReadConfigResult, readConfig } from '../proxy/index.ts';
import { UsageError } from './arguments.ts';

/** The options of the commands that read a proxy's configuration. */
export type ConfigOptions = { config?: string | undefined; dev?: boolean | undefined };

export function readConfigFor(
  { config, dev = false }: ConfigOptions,
  more: Pick<ReadConfigOptions, 'isAgain'> = {},
): Promise<ReadConfigResult> {
  return readConfig({ ...(config !== undefined && { file: config }), env: process.env, dev, ...more });
}

/** @throws UsageError that lists every problem of the configuration. */
export async function usableConfig(options: ConfigOptions): Promise<{ config: ProxyConfig; file?: string }> {
  const result = await readConfigFor(options);
  if (result.ok) return result;
  throw unusableConfig(result.issues);
}

export function unusableConfig(issues: readonly string[]): UsageError {
  return new UsageError(`the configuration cannot be used:\n${issues.map((issue) => `  - ${issue}`).join('\n')}`);
}
