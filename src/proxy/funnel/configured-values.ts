import * as z from 'zod';
import { textIn } from '../../protocol/locale.ts';
import type { ProxyConfig } from '../config/schema.ts';
import { experimentField } from '../record-fields.ts';
import type { NamedValues } from '../store/queries/funnel.ts';

const text = z
  .union([z.string(), z.record(z.string(), z.string())])
  .optional()
  .catch(undefined);
const triggers = z.array(z.looseObject({ text })).default([]).catch([]);
const variant = z.looseObject({ name: z.string(), greeting: text, title: text, launcherText: text, triggers });
const experiments = z.array(z.looseObject({ name: z.string(), variants: z.array(variant).catch([]) })).catch([]);
const pages = z.array(z.looseObject({ url: z.string().catch(''), experiments: experiments.default([]) })).catch([]);

function allExperiments({ widget }: Pick<ProxyConfig, 'widget'>): z.output<typeof experiments> {
  const ofPages = pages.parse(widget.pages).flatMap((page) => page.experiments);
  return [...experiments.parse(widget.experiments), ...ofPages];
}

/** The experiments that the configuration names: the names of their variants, by name. */
export function configuredExperiments(config: Pick<ProxyConfig, 'widget'>): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const { name, variants } of allExperiments(config)) {
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
  const entries = Object.entries(variants);
  if (entries.length === 0) return {};
  const known = configuredExperiments(config);
  return Object.fromEntries(entries.filter(([name]) => known.has(name) || attributes.includes(experimentField(name))));
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

/**
 * What the visitors of a variant read, in English or the first language, so that the dashboard says more than its name. Undefined if it
 * has no text of its own, or is gone from the configuration.
 */
export function variantText(config: Pick<ProxyConfig, 'widget'>, experiment: string, name: string): string | undefined {
  const { variants = [] } = allExperiments(config).find((known) => known.name === experiment) ?? {};
  const found = variants.find((known) => known.name === name);
  if (found === undefined) return undefined;
  const { triggers, greeting, launcherText, title } = found;
  const words = [...triggers.map((trigger) => trigger.text), greeting, launcherText, title];
  const first = words.find((candidate) => candidate !== undefined);
  return first === undefined ? undefined : textIn(first, 'en');
}
