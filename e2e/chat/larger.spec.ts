import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();
const larger = { name: 'Make the chat larger' };
const smaller = { name: 'Make the chat smaller' };

test('the visitor makes the panel larger by keyboard, and the next page has it so', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const visitor = new Visitor(page);
  await page.goto(site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off' }) })));
  await visitor.openChat();
  const { dialog } = visitor;
  await dialog.getByRole('button', larger).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', smaller)).toBeFocused();
  // Above the bubble, with the distance to the upper edge of the window.
  await expect.poll(async () => await dialog.boundingBox()).toMatchObject({ y: 12, width: 640 });
  await visitor.say('Hello');
  await page.reload();
  await visitor.openChat();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(640);
  await dialog.getByRole('button', smaller).click();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(384);

  await dialog.getByRole('button', larger).click();
  // On a narrower window it takes what there is, on a phone the whole screen without the button.
  await page.setViewportSize({ width: 620, height: 700 });
  await expect.poll(async () => await dialog.boundingBox()).toMatchObject({ x: 12, y: 12, width: 588 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(async () => await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await expect(dialog.getByRole('button', smaller)).toHaveCount(0);
});

test('there is no larger panel in the page, nor where the page wants none', async ({ page, site }) => {
  const visitor = new Visitor(page);
  await page.goto(site.put('/', hostPage({ body: tagOf(site, { leadForm: 'off', expandable: 'false' }) })));
  await visitor.openChat();
  await expect(visitor.dialog.getByRole('textbox')).toBeVisible();
  await expect(visitor.dialog.getByRole('button', larger)).toHaveCount(0);
  await page.evaluate(() => Object(window).LeadChat.update({ expandable: true }));
  await expect(visitor.dialog.getByRole('button', larger)).toBeVisible();
  const body = `<div id="chat" style="height:600px;width:900px"></div>${tagOf(site, { leadForm: 'off', target: '#chat' })}`;
  await page.goto(site.put('/inline.html', hostPage({ body })));
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await expect(page.getByRole('button', larger)).toHaveCount(0);
});
