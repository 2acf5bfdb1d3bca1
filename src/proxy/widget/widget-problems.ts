import { findOptionProblems, readOptions } from '../../options/index.ts';
import type { ProxyConfig } from '../config/schema.ts';

/**
 * Problems of `widget` in the configuration: unknown options, unusable values, and a form that does not exist. The
 * widget ignores these, so the proxy starts all the same. Without `widget.form`, the form is `default`.
 */
export function widgetProblems({ widget, forms }: Pick<ProxyConfig, 'widget' | 'forms'>): string[] {
  const layers = { proxy: widget, attributes: {}, overrides: {} };
  const problems = findOptionProblems(layers).map((problem) => problem.replace('[leadchat] option `', '`widget.'));
  const names = Object.keys(forms)
    .map((name) => `\`${name}\``)
    .join(', ');
  const missing = [
    ['form', readOptions(layers).options.form] as const,
    ...formsOf(widget.pages, 'pages'),
    ...formsOfVariants(widget),
  ]
    .filter(([, form]) => !Object.hasOwn(forms, form))
    .map(([key, form]) => `\`widget.${key}\` must name a form of this configuration (${names}), got "${form}".`);
  return [...problems, ...missing];
}

/** The forms that the entries of a list name, with their keys. */
function formsOf(list: unknown, path: string): (readonly [key: string, form: string])[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry, index) => {
    const form: unknown = Object(entry).form;
    return typeof form === 'string' ? [[`${path}.${index}.form`, form] as const] : [];
  });
}

function formsOfVariants({ experiments }: ProxyConfig['widget']): (readonly [key: string, form: string])[] {
  if (!Array.isArray(experiments)) return [];
  return experiments.flatMap((experiment, index) =>
    formsOf(Object(experiment).variants, `experiments.${index}.variants`),
  );
}
