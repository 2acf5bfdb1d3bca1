import { expect, type Page } from 'playwright/test';
import type { Stack } from './start-stack.ts';
import { Visitor } from './visitor.ts';

export type ExampleJourney = { stack: Stack; url: string; phone: string };

/** The journey of a Vite example: custom button, state, callback, changed option, and a chat that survives a reload. */
export async function useOnePage(page: Page, { stack, url, phone }: ExampleJourney): Promise<void> {
  const complaints = hearComplaints(page);
  const visitor = new Visitor(page);
  await page.goto(url);
  await leaveLeadByButton(visitor, stack, phone);
  await expect(page.getByRole('button', { name: 'Go on chatting' })).toBeDisabled();
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Thank you. We know where to reach you.');

  const bubble = page.getByRole('button', { name: 'Close chat' });
  const color = () => bubble.evaluate((element) => getComputedStyle(element).backgroundColor);
  const before = await color();
  await page.getByLabel('Color').fill('#b91c1c');
  await expect.poll(color).not.toBe(before);
  await expect(visitor.log).toContainText('Friday, please');

  await bubble.click();
  await expect(page.getByRole('button', { name: 'Go on chatting' })).toBeEnabled();
  await page.reload();
  await page.getByRole('button', { name: 'Go on chatting' }).click();
  await expect(visitor.log).toContainText('Friday, please');
  await expect(page.getByRole('button', { name: 'Close chat' })).toHaveCount(1);
  expect(complaints).toEqual([]);
}

/** The journey of a site with several pages: navigation with the site's router does not affect the open chat. */
export async function useSeveralPages(page: Page, { stack, url, phone }: ExampleJourney): Promise<void> {
  const complaints = hearComplaints(page);
  const visitor = new Visitor(page);
  await page.goto(url);
  await leaveLeadByButton(visitor, stack, phone);
  const session = await visitor.storedSession(stack.ids.flow);
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await visitor.dialog.getByRole('textbox', { name: 'Message' }).fill('half a sentence');

  await page.getByRole('link', { name: 'Prices' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prices before you sit down.');
  await expect(visitor.dialog).toBeVisible();
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('half a sentence');
  await visitor.say('And what does it cost?');
  expect(await page.evaluate(() => Object(window).isSameDocument)).toBe(true);
  expect((await stack.conversation(session))?.connections).toBe(1);

  await page.reload();
  await visitor.openChat();
  await expect(visitor.log).toContainText('And what does it cost?');
  expect(complaints).toEqual([]);
}

async function leaveLeadByButton(visitor: Visitor, stack: Stack, phone: string): Promise<void> {
  // The button of a page that was rendered on a server works once the framework has taken over, as the launcher shows.
  await expect(visitor.page.getByRole('button', { name: 'Open chat' })).toBeVisible();
  await visitor.page.getByRole('button', { name: 'Ask for an appointment' }).click();
  await expect(visitor.dialog).toBeVisible();
  await visitor.dialog.getByLabel('First name').fill('Ada');
  // Wait as long as a person takes: a proxy with default settings treats a faster form as spam.
  await visitor.phone.pressSequentially(phone, { delay: 150 });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  await visitor.say('Friday, please');
  const lead = await stack.leadOnFile(`1${phone.replace(/\D/g, '')}`);
  expect(lead.first_name).toBe('Ada');
}

/** Collects all errors and warnings of the page and its frameworks, including hydration warnings. */
function hearComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (line) => {
    if (['error', 'warning'].includes(line.type())) complaints.push(line.text());
  });
  return complaints;
}
