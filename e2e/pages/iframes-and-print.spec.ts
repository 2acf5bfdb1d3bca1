import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

const test = testOn();

for (const [where, sandbox] of Object.entries({
  'of the same site': '',
  'of no origin at all, whose storage throws': 'sandbox="allow-scripts allow-forms"',
})) {
  test(`a chat is had within a frame ${where}`, async ({ page, site }) => {
    site.put('/framed.html', hostPage({ head: tagOf(site, { leadForm: 'off' }) }));
    await page.goto(
      site.put(
        '/',
        hostPage({ body: `<iframe src="/framed.html" title="Chat" width="600" height="700" ${sandbox}></iframe>` }),
      ),
    );
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Open chat' }).click();
    const dialog = frame.getByRole('dialog', { name: 'Northlight Dental' });
    await expect(dialog.getByRole('log')).toContainText('good to have you here');
    await dialog.getByRole('textbox', { name: 'Message' }).fill('From a frame');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('log')).toContainText('Thank you');
    await expect(page.locator('leadchat-widget')).toHaveCount(0);
  });
}

test('on paper there is no bubble and no panel', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }) })));
  const bubble = page.locator('button.launcher');
  await bubble.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(bubble).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('dialog')).toBeVisible();
});
