import * as z from 'zod';
import type { ProxyConfig } from '../config/schema.ts';
import { experimentField } from '../record-fields.ts';
import type { NamedValues } from '../store/funnel.ts';

const names = z.array(z.looseObject({ name: z.string() })).catch([]);
const experiments = z.array(z.looseObject({ name: z.string(), variants: names })).catch([]);
const pages = z.array(z.looseObject({ url: z.string().catch(''), experiments: experiments.default([]) })).catch([]);

/** The experiments that the configuration names: the names of their variants, by name. */
export function configuredExperiments({ widget }: Pick<ProxyConfig, 'widget'>): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  const ofPages = pages.parse(widget.pages).flatMap((page) => page.experiments);
  for (const { name, variants } of [...experiments.parse(widget.experiments), ...ofPages]) {
    const before = known.get(name) ?? [];
    known.set(name, new Set([...before, ...variants.map((variant) => variant.name)]));
  }
  return known;
}

/**
 * Of what a browser says about its visitor's variants, those that may become fields of a lead: of the configuration's
 * experiments, and of a page's own ones that the form lists among its attributes.
 */
export function acceptedVariants(
  variants: Readonly<Record<string, string>>,
  config: Pick<ProxyConfig, 'widget'>,
  attributes: readonly string[],
): Record<string, string> {
  const known = configuredExperiments(config);
  return Object.fromEntries(
    Object.entries(variants).filter(([name]) => known.has(name) || attributes.includes(experimentField(name))),
  );
}

/** Paths without a wildcard, and variants. */
export function namedValues(config: Pick<ProxyConfig, 'widget'>): NamedValues {
  return {
    page: pages
      .parse(config.widget.pages)
      .map(({ url }) => url)
      .filter((url) => /^\/[^*?#]*$/.test(url)),
    variant: [...configuredExperiments(config)].flatMap(([name, variants]) =>
      [...variants].map((variant) => `${name}=${variant}`),
    ),
  };
}
