import { expect, type Page } from 'playwright/test';
import type { Stack } from './start-stack.ts';
import { Visitor } from './visitor.ts';

/** The journey of every example with a component: its own button, state and callbacks, and one chat over a reload. */
export async function leaveLeadInExample(page: Page, stack: Stack, phone: string): Promise<void> {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
  });
  const visitor = new Visitor(page);
  await page.goto(stack.site);
  const button = page.getByRole('button', { name: 'Ask for an appointment' });
  await button.click();
  await expect(visitor.dialog).toBeVisible();
  await expect(button).toBeDisabled();
  await visitor.fillForm({ phone, firstName: 'Ada' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Thank you. We know where to reach you.');
  await visitor.say('Friday, please');
  const lead = await stack.leadOnFile(`1${phone.replace(/\D/g, '')}`);
  expect(lead.first_name).toBe('Ada');

  // A changed option reaches the running chat, which stays what it is.
  const bubble = page.getByRole('button', { name: 'Close chat' });
  const colour = () => bubble.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await colour();
  await page.getByLabel('Colour').fill('#b91c1c');
  await expect.poll(colour).not.toBe(before);
  await expect(visitor.log).toContainText('Friday, please');

  await bubble.click();
  await expect(page.getByRole('button', { name: 'Go on chatting' })).toBeEnabled();
  await page.reload();
  await page.getByRole('button', { name: 'Go on chatting' }).click();
  await expect(visitor.log).toContainText('Friday, please');
  expect(await page.locator('leadchat-widget').count()).toBe(1);
  expect(complaints).toEqual([]);
}
