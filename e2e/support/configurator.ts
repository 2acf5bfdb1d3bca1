import type { Locator, Page } from 'playwright/test';

/** Every option by its name, with all headings open. */
export async function openAllOptions(page: Page) {
  await page.getByRole('link', { name: 'All options', exact: true }).click();
  const form = page.getByRole('form', { name: 'Settings of the widget' });
  await form.evaluate((element) => {
    for (const group of element.querySelectorAll('details')) group.open = true;
  });
  return form;
}

/** What is wrong. Some places for problems are always there, and empty. */
export function problemsIn(root: Page | Locator) {
  return root.getByRole('alert').filter({ hasText: /\S/ });
}

export function code(page: Page) {
  return page.getByRole('region', { name: 'Code' }).locator('code');
}
