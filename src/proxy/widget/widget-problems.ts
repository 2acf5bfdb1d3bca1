import { findOptionProblems, readOptions } from '../../options/index.ts';
import type { ProxyConfig } from '../config/schema.ts';

/**
 * Problems of `widget` in the configuration: unknown options, unusable values, and a form that does not exist. The
 * widget ignores these, so the proxy starts all the same. Without `widget.form`, the form is `default`.
 */
export function widgetProblems({ widget, forms }: Pick<ProxyConfig, 'widget' | 'forms'>): string[] {
  const layers = { proxy: widget, attributes: {}, overrides: {} };
  const problems = findOptionProblems(layers).map((problem) => problem.replace('[leadchat] option `', '`widget.'));
  const { form } = readOptions(layers).options;
  if (Object.hasOwn(forms, form)) return problems;
  const names = Object.keys(forms)
    .map((name) => `\`${name}\``)
    .join(', ');
  return [...problems, `\`widget.form\` must name a form of this configuration (${names}), got "${form}".`];
}
