import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

const dialog = (button: string) => `<h1>Northlight Dental</h1>
  <button onclick="document.querySelector('dialog').showModal()">Details</button>
  <dialog aria-label="Details">${button}<button onclick="this.closest('dialog').close()">Done</button></dialog>`;

const buttons = {
  'calls the API': `<button onclick="LeadChat('open')">Ask us</button>`,
  'has the attribute': '<button data-leadchat="open">Ask us</button>',
  'stands in another dialog of the first one': `<button onclick="document.getElementById('inner').showModal()">More</button><dialog id="inner" aria-label="More"><button onclick="LeadChat('open')">Ask us</button></dialog>`,
};

for (const [name, button] of sampleOf(Object.entries(buttons), 2)) {
  test(`a button in a modal dialog that ${name} opens a chat above the dialog, where the visitor can write`, async ({
    page,
    site,
  }) => {
    await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }), body: dialog(button) })));
    const visitor = new Visitor(page);
    await page.getByRole('button', { name: 'Details' }).click();
    if (name.includes('another')) await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Ask us' }).click();
    await visitor.dialog.getByRole('textbox', { name: 'Message' }).click();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await expect(visitor.log.getByText('Hello', { exact: true })).toBeVisible();

    // Escape closes the chat, and not the dialog with it.
    await page.keyboard.press('Escape');
    await expect(visitor.dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Ask us' })).toBeVisible();

    await page.getByRole('button', { name: 'Ask us' }).click();
    await expect(visitor.dialog).toBeVisible();
    await page.evaluate(() => {
      for (const open of document.querySelectorAll('dialog')) open.close();
    });
    await visitor.say('Still here?');
    await expect(page.locator('body > leadchat-widget')).toHaveCount(1);
  });
}

test('a chat that was opened in a dialog stays when the page removes the dialog', async ({ page, site }) => {
  const body = dialog(buttons['calls the API']);
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off' }), body })));
  const visitor = new Visitor(page);
  await page.getByRole('button', { name: 'Details' }).click();
  await page.getByRole('button', { name: 'Ask us' }).click();
  await visitor.say('Hello');
  await page.evaluate(() => document.querySelector('dialog')?.remove());
  await visitor.say('Still here?');
});
