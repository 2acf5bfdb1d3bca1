import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

const test = testOn();

for (const [where, sandbox] of Object.entries({
  'of the same site': '',
  'with an opaque origin, throwing storage and forbidden forms': 'sandbox="allow-scripts"',
})) {
  test(`a visitor chats in a frame ${where}`, async ({ page, site }) => {
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
    await dialog.getByRole('textbox', { name: 'Message' }).fill('By the button');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect(dialog.getByRole('log')).toContainText('By the button');
    await expect(page.locator('leadchat-widget')).toHaveCount(0);
  });
}

for (const press of sampleOf(['Enter', 'button'], 1)) {
  test(`a visitor leaves a lead in a frame that forbids forms, by ${press}`, async ({ page, site, faults }) => {
    site.put('/framed.html', hostPage({ head: tagOf(site) }));
    const frameTag =
      '<iframe src="/framed.html" title="Chat" width="600" height="700" sandbox="allow-scripts"></iframe>';
    await page.goto(site.put('/', hostPage({ body: frameTag })));
    const frame = page.frameLocator('iframe');
    await frame.getByRole('button', { name: 'Open chat' }).click();
    await frame.getByLabel('Phone').fill('(415) 555-2671');
    if (press === 'Enter') await page.keyboard.press('Enter');
    else await frame.getByRole('button', { name: 'Start chat' }).click();
    // The frame has an opaque origin that the proxy cannot allow, so the lead stays pending while the visitor chats.
    await expect(frame.getByRole('log')).toBeVisible();
    await expect.poll(() => faults.join()).toMatch(/\/leads' from origin 'null' has been blocked by CORS.*ERR_FAILED/);
    // The widget retries after random delays until the page closes.
    await page.goto('about:blank');
    const otherFaults = faults.splice(0).filter((fault) => !/\/leads' from origin 'null'|ERR_FAILED/.test(fault));
    expect(otherFaults).toEqual([]);
  });
}

test('the bubble and the panel are not printed', async ({ page, site }) => {
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
