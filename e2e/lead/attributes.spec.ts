import { fetchFor } from '../support/fetch-for.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: { forms: { default: { defaultCountry: 'US', attributes: ['plan', 'seats', 'page_group'] } } },
});

test('attributes that the page sets before and after the form appears reach the service; others are reported', async ({
  page,
  site,
  faults,
}) => {
  const early = `<script>
    (window.LeadChat ??= (...call) => window.LeadChat.q.push(call)).q ??= [];
    LeadChat('setAttributes', { plan: 'free', pln: 'x', seats: 12 });
    LeadChat('identify', { first_name: 'Ada', age: '36' });
  </script>`;
  await page.goto(site.put('/', hostPage({ head: early + tagOf(site) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog.getByLabel('First name')).toHaveValue('Ada');
  const set = (values: object) =>
    page.evaluate((attributes) => Object(window).LeadChat.setAttributes(attributes), values);
  await set({ plan: 'pro', page_group: { nested: true } });
  await visitor.fillForm({ phone: '(415) 555-2611' });
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  const lead = async () => (await site.state()).leads.find(({ phone }) => phone === '14155552611');
  await expect.poll(lead).toMatchObject({ first_name: 'Ada', plan: 'pro', seats: 12 });
  expect(await lead()).not.toHaveProperty('pln');
  expect(await lead()).not.toHaveProperty('page_group');

  await set({ plan: 'pro', seats: 13 });
  // Console messages arrive asynchronously.
  await expect.poll(() => faults.length).toBeGreaterThanOrEqual(4);
  expect(faults.splice(0).toSorted()).toEqual([
    '[leadchat] "age" fills in nothing: the form has no such field.',
    '[leadchat] attribute "page_group" is not sent: its value must be a text of at most 2000 characters, a number, true or false.',
    '[leadchat] attribute "pln" is not sent: the form does not list it in `attributes`. Did you mean "plan"?',
    '[leadchat] attribute "seats" came after the lead was sent; it will be part of the next lead.',
  ]);
});

test('if the form has lost an attribute since the page was loaded, the lead is sent without it', async ({
  page,
  site,
  faults,
}) => {
  await page.route(/\/config(\?form=default)?$/, async (route) => {
    const response = await fetchFor(route);
    const config = await response.json();
    config.form.attributes.push('removed');
    await route.fulfill({ response, json: config });
  });
  const head = `<script src="/widget/leadchat.js" data-proxy-url="${site.proxy.url}"></script>`;
  await page.goto(site.put('/stale', hostPage({ head })));
  await page.evaluate(() => Object(window).LeadChat.setAttributes({ plan: 'pro', removed: 'x' }));
  const visitor = new Visitor(page);
  await visitor.leaveLead({ phone: '(415) 555-2612' });
  const lead = async () => (await site.state()).leads.find(({ phone }) => phone === '14155552612');
  await expect.poll(lead).toMatchObject({ plan: 'pro' });
  await expect
    .poll(() => faults)
    .toContain(
      '[leadchat] attributes.removed is not an attribute of this form: add it to the form in the proxy configuration',
    );
  faults.splice(0);
});
