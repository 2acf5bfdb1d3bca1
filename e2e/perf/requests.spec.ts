import type { Page } from 'playwright/test';
import { budgets } from '../../build/budgets.ts';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

/** Metadata of phone numbers, and what reads it. */
const apart = ['phone-tools', 'phone'];

function budgetOf(what: RegExp): string[] {
  return budgets.find((budget) => what.test(budget.what))?.chunks.toSorted() ?? [];
}

/** The parts that the page asks the proxy for, by the names of the build. */
function partsOf(page: Page, proxy: string): Set<string> {
  const parts = new Set<string>();
  page.on('request', (request) => {
    const url = new URL(request.url());
    const part = /^\/assets\/(.+)-[\w-]{8}\.js$/.exec(url.pathname)?.[1];
    if (url.origin === proxy && part !== undefined && !apart.includes(part)) parts.add(part);
  });
  return parts;
}

test('an open anonymous chat asks for what its budget counts', async ({ page, stack }) => {
  const parts = partsOf(page, stack.proxy.url);
  const visitor = new Visitor(page);
  await page.goto(`${stack.site}/anonymous.html`);
  await visitor.openChat();
  await expect(visitor.dialog).toContainText('Online');
  expect([...parts].sort()).toEqual(budgetOf(/anonymous/));
});

test('a form asks for what its budget counts, and for the rest when it is filled in', async ({ page, stack }) => {
  const parts = partsOf(page, stack.proxy.url);
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  await visitor.openChat();
  // With the countries the metadata is there, which is the last to come.
  await expect(visitor.dialog.getByLabel('Country')).toBeAttached();
  expect([...parts].sort()).toEqual(budgetOf(/form/));
  await visitor.dialog.getByLabel('First name').fill('Mary');
  await expect.poll(() => [...parts]).toContain('web-socket');
});
