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
  const { form } = readOptions(layers).options;
  const missing = [
    ...(Object.hasOwn(forms, form) ? [] : [{ path: 'form', form }]),
    ...missingFormsOfSome({ widget, forms }),
  ].map(({ path, form }) => `\`widget.${path}\` must name a form of this configuration (${names}), got "${form}".`);
  return [...problems, ...missing];
}

/** The forms that do not exist, and that entries of `pages` or variants name, with the place in `widget`. */
export function missingFormsOfSome({ widget, forms }: Pick<ProxyConfig, 'widget' | 'forms'>): NamedForm[] {
  const ofPages = Array.isArray(widget.pages) ? widget.pages : [];
  const named = [
    ...formsOf(ofPages, 'pages'),
    ...ofPages.flatMap((entry, index) => formsOfVariants(Object(entry).experiments, `pages.${index}.experiments`)),
    ...formsOfVariants(widget.experiments, 'experiments'),
  ];
  return named.filter(({ form }) => !Object.hasOwn(forms, form));
}

type NamedForm = { path: string; form: string };

/** The forms that the entries of a list name. */
function formsOf(list: unknown, path: string): NamedForm[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry, index) => {
    const form: unknown = Object(entry).form;
    return typeof form === 'string' ? [{ path: `${path}.${index}.form`, form }] : [];
  });
}

function formsOfVariants(experiments: unknown, path: string): NamedForm[] {
  if (!Array.isArray(experiments)) return [];
  return experiments.flatMap((experiment, index) => formsOf(Object(experiment).variants, `${path}.${index}.variants`));
}
