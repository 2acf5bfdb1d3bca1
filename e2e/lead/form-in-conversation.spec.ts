import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: {
    widget: { title: 'Northlight Dental', leadForm: 'later', askAfter: { answers: 2 } },
    forms: { default: { tags: ['website'], consent: { text: 'You may call me.', version: '1' } } },
  },
});

test('a visitor chats first, and leaves a lead in the conversation, which goes on', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Do you have anything on Thursday?');
  const session = await visitor.storedSession(site.flow);
  await expect(visitor.phone).toHaveCount(0);

  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await visitor.dialog.getByRole('button', { name: 'Leave my number' }).click();
  await expect(visitor.phone).toBeFocused();
  await visitor.fillForm({ phone: '(415) 555-2671', firstName: 'Ada' });
  await visitor.dialog.getByLabel('You may call me.').check();
  await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect(visitor.phone).toHaveCount(0);
  await expect(visitor.dialog.getByRole('textbox', { name: 'Message' })).toBeFocused();
  await expect.poll(site.phones).toEqual(['14155552671']);

  await visitor.say('Thanks');
  expect(await visitor.storedSession(site.flow)).toBe(session);
  await visitor.dialog.getByRole('button', { name: 'Menu' }).click();
  await expect(visitor.dialog.getByRole('button', { name: 'New conversation' })).toBeVisible();
  await expect(visitor.dialog.getByRole('button', { name: 'Leave my number' })).toHaveCount(0);
});
