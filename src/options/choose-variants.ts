import { experimentsIn, type Variant, type Variants } from './experiments.ts';
import { layersOnPage } from './page-options.ts';
import type { RawOptions } from './read-launcher-options.ts';

/**
 * The visitor's variant of each experiment on the page: the one that they have had before, else one by chance and weight. If two
 * sources have an experiment of the same name, the one of the later source counts.
 */
export function chooseVariants(
  sources: readonly (RawOptions | undefined)[],
  path: string,
  known: Variants,
  random: () => number = Math.random,
): Variants {
  const chosen: Record<string, string> = {};
  for (const { name, variants } of layersOnPage(sources, path).flatMap(experimentsIn)) {
    const variant = variants.find((candidate) => candidate.name === known[name]) ?? draw(variants, random());
    if (variant) chosen[name] = variant.name;
  }
  return chosen;
}

/** `at`: from 0 to 1. */
function draw(variants: readonly Variant[], at: number): Variant | undefined {
  let weights = 0;
  for (const variant of variants) weights += weightOf(variant);
  let left = at * weights;
  return variants.find((variant) => {
    left -= weightOf(variant);
    return left < 0;
  });
}

/** A weight that is none is the default. */
function weightOf({ weight }: Variant): number {
  return typeof weight === 'number' && weight > 0 && weight < Infinity ? weight : 1;
}
