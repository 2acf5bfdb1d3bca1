/** A share of visitors, with the range in which the true one lies with 95 % confidence. */
export type Rate = { share: number; low: number; high: number };

/** Standard normal quantile of 95 %. */
const z = 1.959964;
const maxChance = 0.05;
/** With fewer visitors in a variant, the normal approximation says nothing. */
const minVisitors = 30;
/** Of all variants together. */
const minSuccesses = 10;

/** Wilson's score interval, which holds for small numbers and shares near 0, too. Undefined without visitors. */
export function rateOf(successes: number, visitors: number): Rate | undefined {
  if (visitors === 0) return undefined;
  const share = Math.min(1, successes / visitors);
  const scale = 1 + z ** 2 / visitors;
  const center = (share + z ** 2 / (2 * visitors)) / scale;
  const margin = (z / scale) * Math.sqrt((share * (1 - share)) / visitors + z ** 2 / (4 * visitors ** 2));
  return { share, low: Math.max(0, center - margin), high: Math.min(1, center + margin) };
}

export type Variant = { name: string; successes: number; visitors: number };

/** `share`: how many of its visitors have succeeded. */
export type RatedVariant = { name: string; share: number };

export type Comparison =
  | { verdict: 'too-few' }
  /** `chance`: how likely a difference like this would be if the variants were the same. */
  | { verdict: 'chance' | 'difference'; best: RatedVariant; others: RatedVariant[]; chance: number };

/** Whether the best of the variants is better than all others, or whether that may be chance. */
export function compareVariants(variants: readonly Variant[]): Comparison {
  const total = variants.reduce((sum, { successes }) => sum + successes, 0);
  const isKnown = variants.length > 1 && variants.every(({ visitors }) => visitors >= minVisitors);
  const [best, ...others] = variants.toSorted((a, b) => shareOf(b) - shareOf(a));
  if (!isKnown || best === undefined || total < minSuccesses) return { verdict: 'too-few' };
  // The more variants there are, the likelier one of them is better by chance (Bonferroni).
  const chance = Math.min(1, others.length * Math.max(...others.map((other) => chanceOf(best, other))));
  return {
    verdict: chance < maxChance ? 'difference' : 'chance',
    best: rated(best),
    others: others.map(rated),
    chance,
  };
}

function rated(variant: Variant): RatedVariant {
  return { name: variant.name, share: shareOf(variant) };
}

function shareOf({ successes, visitors }: Variant): number {
  return Math.min(successes, visitors) / visitors;
}

/** The two-sided test of two shares with their pooled variance. */
function chanceOf(a: Variant, b: Variant): number {
  const pooled = (shareOf(a) * a.visitors + shareOf(b) * b.visitors) / (a.visitors + b.visitors);
  const variance = pooled * (1 - pooled) * (1 / a.visitors + 1 / b.visitors);
  return variance === 0 ? 1 : complementaryError(Math.abs(shareOf(a) - shareOf(b)) / Math.sqrt(2 * variance));
}

/** erfc for values from 0 on, with an error below 1.5e-7 (Abramowitz and Stegun 7.1.26). */
function complementaryError(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const coefficients = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
  return coefficients.reduce((sum, coefficient) => sum * t + coefficient, 0) * t * Math.exp(-(x ** 2));
}
