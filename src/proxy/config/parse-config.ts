import { crossFieldIssues } from './cross-field-issues.ts';
import { isObject } from './environment.ts';
import { faultsOf } from './faults.ts';
import { type ProxyConfig, proxyConfigSchema } from './schema.ts';

export type ConfigReading = { ok: true; config: ProxyConfig } | { ok: false; faults: string[] };

/**
 * Checks a configuration and fills in its defaults. Every fault is told at once, each with the key and its environment
 * variable, the value given (never a secret) and what to do. `dev` allows the origin `*`, and takes it when there is none.
 */
export function parseConfig(input: unknown, { dev = false }: { dev?: boolean } = {}): ConfigReading {
  const prepared = prepare(input, dev);
  const result = proxyConfigSchema.safeParse(prepared);
  const faults = [
    ...(result.success ? [] : faultsOf(result.error.issues, prepared)),
    ...crossFieldIssues(prepared, dev),
  ];
  if (result.success && faults.length === 0) return { ok: true, config: result.data };
  return { ok: false, faults: [...new Set(faults)] };
}

/** `limits.minFillMs` is where one would look for it too. */
function prepare(input: unknown, dev: boolean): unknown {
  if (!isObject(input)) return input;
  const prepared: Record<string, unknown> = { ...input };
  if (dev && prepared.origins === undefined) prepared.origins = ['*'];
  const limits = prepared.limits;
  if (isObject(limits) && 'minFillMs' in limits) {
    const { minFillMs, ...rest } = limits;
    prepared.limits = rest;
    prepared.minFillMs ??= minFillMs;
  }
  return prepared;
}
