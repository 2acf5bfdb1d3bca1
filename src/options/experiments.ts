import { experimentName } from '../protocol/proxy/experiment-name.ts';
import { attempt } from './attempt.ts';
import type { RawOptions } from './read-launcher-options.ts';
import { fixedOptions } from './variant-rules.ts';

/** What a visitor sees: the names of variants, by the name of their experiment. */
export type Variants = Readonly<Record<string, string>>;

export type Experiment = { name: string; variants: Variant[] };
export type Variant = { name: string; weight?: unknown };

/** A variant cannot hide the widget, because nobody could use it to be counted. */
const isFixed = (name: string) => /^(hidden|pages|experiments)$/.test(name) || Object.hasOwn(fixedOptions, name);

/** The experiments of a layer. Those without usable names are left out. */
export function experimentsIn({ experiments }: RawOptions): Experiment[] {
  const read = () =>
    named(typeof experiments === 'string' ? JSON.parse(experiments) : experiments).map(({ name, variants }) => ({
      name,
      variants: named(variants),
    }));
  return attempt(read) ?? [];
}

/** The options of a layer's variants that the visitor sees. */
export function variantLayers(layer: RawOptions, seen: Variants): RawOptions[] {
  return experimentsIn(layer).flatMap(({ name, variants }) => {
    const options = variants.find((variant) => variant.name === seen[name]) ?? {};
    return [Object.fromEntries(Object.entries(options).filter(([option]) => !isFixed(option)))];
  });
}

function named(list: unknown): { name: string; variants?: unknown; weight?: unknown }[] {
  return Array.isArray(list)
    ? list.map(Object).filter(({ name }) => typeof name === 'string' && experimentName.test(name))
    : [];
}
