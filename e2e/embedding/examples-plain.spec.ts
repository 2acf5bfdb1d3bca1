import { expect } from 'playwright/test';
import { serveFolders } from '../support/example-files.ts';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { servedTest as test } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';

let site: HostSite;
test.beforeAll(async () => {
  site = await startHostSite();
  serveFolders(site, ['examples']);
});
test.afterAll(() => site.stop());

test('a plain page opens the chat with a custom button and shows a thank-you after the lead', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const visitor = new Visitor(page);
  await page.goto(`${site.url}/examples/plain/`);
  await page.getByRole('button', { name: 'Ask for an appointment' }).click();
  await visitor.fillForm({ phone: '(415) 555-2701', firstName: 'Ada' });
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Thank you. We know where to reach you.');
  await expect.poll(() => site.phones()).toEqual(['14155552701']);
  expect(errors).toEqual([]);
});
