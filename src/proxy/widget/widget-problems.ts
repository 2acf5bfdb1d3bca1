import { findOptionProblems } from '../../options/index.ts';
import type { ProxyConfig } from '../config/schema.ts';

/**
 * What is wrong with `widget` of the configuration: unknown options and unusable values. The widget ignores these, so they
 * must not keep the proxy from starting.
 */
export function widgetProblems({ widget }: ProxyConfig): string[] {
  const problems = findOptionProblems({ proxy: widget, attributes: {}, overrides: {} });
  return problems.map((problem) => problem.replace('[leadchat] option `', '`widget.'));
}
