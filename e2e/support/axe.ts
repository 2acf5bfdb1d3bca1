import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/** axe for a page whose frames, if any, have its own origin. */
export function axeFor(page: Page): AxeBuilder {
  // Outside legacy mode, axe opens a second page to collect the results of frames of other origins, which doubles the time
  // of a check.
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
}

/** The rules that are violated, each with the elements that violate it. */
export async function violationsOf(axe: AxeBuilder): Promise<{ rule: string; elements: string[] }[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }));
}
