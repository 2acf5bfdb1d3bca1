import { expect, type Locator } from 'playwright/test';
import { serveFolders } from '../support/example-files.ts';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { servedTest as test } from '../support/served-test.ts';
import { Visitor } from '../support/visitor.ts';

let site: HostSite;
test.beforeAll(async () => {
  site = await startHostSite();
  serveFolders(site, ['examples', 'node_modules/jquery/dist']);
});
test.afterAll(() => site.stop());

test('a theme with jQuery, aggressive styles and a second script tag and the chat do not affect each other', async ({
  page,
}) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  const visitor = new Visitor(page);
  await page.goto(`${site.url}/examples/wordpress/`);
  const launcher = page.getByRole('button', { name: 'Open chat' });
  await expect(launcher).toHaveCount(1);
  expect(await appearanceOf(launcher)).toEqual({ width: 60, height: 60, corners: '60px', transform: 'none' });

  // The theme has a link with the highest z-index in the same corner as the widget.
  await visitor.openChat();
  await visitor.fillForm({ phone: '(415) 555-2702', firstName: 'Ada' });
  await expect(visitor.dialog.getByText('Phone', { exact: true })).toBeVisible();
  // The widget's own size, not the theme's; below 16 pixels iOS zooms in.
  const fontSize = await visitor.phone.evaluate((input) => Number.parseFloat(getComputedStyle(input).fontSize));
  expect(Math.floor(fontSize)).toBe(16);
  await visitor.startChat();
  await expect(visitor.log).toContainText('Ada');
  // The theme listens for the / key.
  await visitor.say('What about 9/11?');
  await expect.poll(() => site.phones()).toEqual(['14155552702']);

  await page.getByRole('button', { name: 'Close chat' }).last().click();
  await page.getByRole('button', { name: 'Next picture' }).click();
  await expect(page.locator('.slide.is-active')).toHaveText('Straight answers');
  expect(await page.getByRole('button', { name: 'Search' }).evaluate((button) => getComputedStyle(button).color)).toBe(
    'rgb(255, 255, 0)',
  );
  expect(errors).toEqual([]);
});

function appearanceOf(button: Locator) {
  return button.evaluate((element) => {
    const { width, height } = element.getBoundingClientRect();
    const { borderRadius: corners, textTransform: transform } = getComputedStyle(element);
    return { width, height, corners, transform };
  });
}
