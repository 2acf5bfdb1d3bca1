import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const details = ['street', 'floor', 'district', 'parking', 'elevator'];
const test = testOn({
  config: {
    widget: { title: 'Northlight Dental', leadForm: 'later' },
    forms: {
      default: {
        fields: [...details.map((name) => ({ name, type: 'textarea' })), { name: 'phone', type: 'tel' }],
        steps: [
          { title: 'Where is it?', fields: details },
          { title: 'Whom may we call?', fields: ['phone'] },
        ],
        defaultCountry: 'US',
      },
    },
  },
});

// Cause: in the conversation the log scrolls, and not the form.
test('the next and the last step of a form in the conversation come into sight from their beginning', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 800, height: 560 });
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  const { dialog } = visitor;
  await visitor.openChat();
  for (const text of ['Hello', 'I have a house', 'It is by the sea', 'Would you look at it?']) await visitor.say(text);
  await expect(visitor.log.locator('.row.agent')).toHaveCount(5);
  await page.evaluate(() => Object(window).LeadChat.showForm());
  // Cause: the button to the latest message lay on those of the form, which is the latest.
  await dialog.getByLabel('Street').fill('Harbour Street');
  await visitor.log.evaluate((log) => log.scrollTo(0, 0));
  await expect(visitor.log).not.toHaveClass(/at-end/);
  await expect(dialog.getByRole('button', { name: /latest message/ })).toHaveCount(0);
  await dialog.getByLabel('Elevator').fill('None');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(visitor.phone).toBeFocused();
  await expect(dialog.getByRole('heading', { name: 'Whom may we call?' })).toBeInViewport({ ratio: 1 });
  await visitor.say('A message of mine, below the form');
  await dialog.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(dialog.getByLabel('Street')).toBeFocused();
  await expect(dialog.getByRole('heading', { name: 'Where is it?' })).toBeInViewport({ ratio: 1 });
});
