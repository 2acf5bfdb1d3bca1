import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults, ElementContext, RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

/** Without its comments: each page reads it anew. */
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

export type AxeCheck = {
  /** Selects the part of the page that is checked. @default all of it */
  include?: string;
  /** Selects a part that is not. */
  exclude?: string;
  /** The only rules, by tag or by name. @default those that axe calls its default */
  tags?: readonly string[];
  rules?: readonly string[];
  without?: readonly string[];
};

export type Violation = { rule: string; elements: string[] };

/** The rules that a page violates, and the frames of its own origin, each with the elements that violate it. */
export async function violationsOf(
  page: Page,
  { include = 'html', exclude, tags, rules, without = [] }: AxeCheck = {},
): Promise<Violation[]> {
  // A frame that is left out may begin anew at any time, such as a preview.
  const frames = exclude === 'iframe' ? [page.mainFrame()] : page.frames();
  // Reading axe takes a page as long as a check.
  for (const frame of frames) {
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe);
  }
  const context: ElementContext = { include: [include], exclude: exclude === undefined ? [] : [exclude] };
  const options: RunOptions = {
    reporter: 'no-passes',
    ...(tags && { runOnly: { type: 'tag', values: [...tags] } }),
    ...(rules && { runOnly: { type: 'rule', values: [...rules] } }),
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  return page.evaluate(
    async ([context, options]) => {
      const { violations }: AxeResults = await Object(window).axe.run(context, options);
      return violations.map(({ id, nodes }) => ({ rule: id, elements: nodes.map(({ html }) => html) }));
    },
    [context, options] as const,
  );
}

/** In its dark scheme only the colors of the page differ, and all other rules take most of the time. */
export async function violationsInBothSchemes(
  page: Page,
  check: Pick<AxeCheck, 'include' | 'exclude'> = {},
): Promise<Record<'light' | 'dark', Violation[]>> {
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await violationsOf(page, check);
  await page.emulateMedia({ colorScheme: 'dark' });
  return { light, dark: await violationsOf(page, { ...check, rules: ['color-contrast'] }) };
}

export const noViolations = { light: [], dark: [] };
