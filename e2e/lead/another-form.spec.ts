import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const phone = { name: 'phone', type: 'tel' };
const test = testOn({
  config: {
    forms: {
      default: { fields: [{ name: 'first_name' }, phone] },
      business: { fields: [{ name: 'first_name' }, phone, { name: 'company' }] },
    },
  },
});

test('keys that a visitor presses while the page loads another form stay, and so does the focus', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  const firstName = visitor.dialog.getByLabel('First name');
  await firstName.pressSequentially('Ada');
  const isLoading = Promise.withResolvers<void>();
  const isTyped = Promise.withResolvers<void>();
  await page.route(/\/config\?/, async (route) => {
    isLoading.resolve();
    await isTyped.promise;
    await route.continue();
  });
  await page.evaluate(() => Object(window).LeadChat.update({ form: 'business' }));
  await isLoading.promise;
  await page.keyboard.type(' Love');
  isTyped.resolve();
  await page.keyboard.type('lace');
  await expect(visitor.dialog.getByLabel('Company')).toBeVisible();
  await expect(firstName).toHaveValue('Ada Lovelace');
  await expect(firstName).toBeFocused();
});
