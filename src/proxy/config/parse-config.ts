import * as z from 'zod';
import { formName } from '../../protocol/identifiers.ts';
import { bodyIssues, crossFieldIssues } from './cross-field-issues.ts';
import { type ConfigProblem, describeIssues, textOfProblem } from './describe-issues.ts';
import { isObject } from './environment.ts';
import { formSchema } from './form-schema.ts';
import { type ProxyConfig, proxyConfigSchema } from './schema.ts';
import { formSizeIssues, sizeIssues } from './size-problems.ts';

export type ConfigResult = { ok: true; config: ProxyConfig } | { ok: false; issues: string[] };

/** An unusable configuration. `issues` lists everything that is wrong with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'bad-config';
  readonly issues: readonly string[];

  constructor(issues: readonly string[]) {
    super(`the configuration cannot be used:\n${issues.map((issue) => `  - ${issue}`).join('\n')}`);
    this.issues = issues;
  }
}

/**
 * Checks a configuration and fills in the defaults. Reports all issues at once, each with the key, its environment
 * variable, the value (never a secret) and what to do. `dev` allows the origin `*`, and makes it the default.
 */
export function parseConfig(input: unknown, options: { dev?: boolean } = {}): ConfigResult {
  const result = checkConfig(input, options);
  return result.ok ? result : { ok: false, issues: [...new Set(result.problems.map(textOfProblem))] };
}

/** The same, with the key of each problem apart. */
export function checkConfig(
  input: unknown,
  { dev = false }: { dev?: boolean } = {},
): { ok: true; config: ProxyConfig } | { ok: false; problems: ConfigProblem[] } {
  const prepared = prepare(input, dev);
  const result = proxyConfigSchema.safeParse(prepared);
  const problems = [
    ...(result.success ? [] : describeIssues(result.error.issues, prepared)),
    ...crossFieldIssues(prepared, dev),
    ...(result.success ? [...bodyIssues(result.data), ...sizeIssues(result.data)] : []),
  ];
  if (result.success && problems.length === 0) return { ok: true, config: result.data };
  return { ok: false, problems };
}

/** Checks the keys of some forms, as `checkConfig` would. */
export function checkForms(
  forms: Readonly<Record<string, unknown>>,
  flowId: string,
): { ok: true; forms: ProxyConfig['forms'] } | { ok: false; problems: ConfigProblem[] } {
  const result = z.record(formName, formSchema).safeParse(forms);
  const issues = result.error?.issues.map((issue) => ({ ...issue, path: ['forms', ...issue.path] })) ?? [];
  const problems = [
    ...describeIssues(issues, { forms }),
    ...crossFieldIssues({ forms, flowId }, true),
    ...(result.success ? formSizeIssues(result.data) : []),
  ];
  if (result.success && problems.length === 0) return { ok: true, forms: result.data };
  return { ok: false, problems };
}

/** Accepts `limits.minFillMs` as well, because operators look for it there. */
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
