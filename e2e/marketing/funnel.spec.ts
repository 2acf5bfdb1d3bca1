import type { Page } from 'playwright/test';
import { visitWithOwnScript } from '../support/own-script.ts';
import { expect, test } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

type Report = Record<string, unknown> & { stages: string[] };

/** The bodies that the page posts to the proxy's counters. */
function reportsOf(page: Page): Report[] {
  const reports: Report[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/funnel')) reports.push(JSON.parse(request.postData() ?? ''));
  });
  return reports;
}

/** Hides the page like a change to another app does. Playwright does not see the requests of a page that is left. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

test('a page that nobody uses reports nothing, and neither does one without consent or with `funnel: false`', async ({
  page,
  stack,
}) => {
  const reports = reportsOf(page);
  await visitWithOwnScript(page, stack, {});
  await page.getByRole('button', { name: 'Open chat' }).hover();
  await hide(page);
  const silent: Record<string, string>[] = [{ consent: 'denied' }, { funnel: 'false' }, { consent: 'required' }];
  for (const options of silent) {
    await visitWithOwnScript(page, stack, options);
    await new Visitor(page).openChat();
    await hide(page);
  }
  // The last of them reports once consent is granted, which shows that none was reported before.
  await page.evaluate(() => Object(window).LeadChat.setConsent('granted'));
  await hide(page);
  await expect.poll(() => reports.length).toBe(1);
  expect(reports).toEqual([{ form: 'default', page: '/', stages: ['opened'] }]);
});

test('a page that is shown again reports only what is new, and nothing about the visitor', async ({ page, stack }) => {
  const reports = reportsOf(page);
  await page.goto(`${stack.site}/?utm_source=news`);
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2692', email: 'ada@example.com' });
  await hide(page);
  await hide(page);
  await visitor.startChat();
  await visitor.say('My tooth hurts');
  await expect(visitor.log).toContainText('Thank you');
  await hide(page);
  await expect.poll(() => reports.length).toBe(2);
  expect(reports).toEqual([
    { form: 'default', page: '/', stages: ['opened', 'form-started'], lastField: 'email' },
    { form: 'default', page: '/', stages: ['form-sent', 'accepted', 'message', 'answered'] },
  ]);
});

test('a visitor notices nothing when the proxy cannot be reached while the page is hidden', async ({ page, stack }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(stack.site);
  const visitor = new Visitor(page);
  await visitor.openChat();
  await page.route('**/funnel', (route) => route.abort());
  const reported = page.waitForRequest('**/funnel');
  await hide(page);
  await reported;
  await expect(visitor.dialog).toBeVisible();
  expect(errors).toEqual([]);
});
