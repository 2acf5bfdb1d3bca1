import type { Page } from 'playwright/test';
import { violationsOf } from '../support/axe.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const options = [
  { value: 'yes', label: 'Yes, I am in pain' },
  { value: 'no', label: 'No' },
];
const test = testOn({
  config: {
    forms: {
      default: {
        fields: [
          { name: 'urgent', type: 'select', label: 'Is it urgent?', required: true, options },
          { name: 'symptom', label: 'What hurts?', required: true, showIf: { field: 'urgent', is: 'yes' } },
          { name: 'swelling', type: 'checkbox', label: 'It is swollen', showIf: { field: 'urgent', is: 'yes' } },
          { name: 'since', label: 'Since when is it swollen?', showIf: { field: 'swelling', is: true } },
        ],
        defaultCountry: 'US',
        tags: ['website'],
        routes: [{ name: 'emergency', when: { urgent: 'yes' }, tags: ['emergency'] }],
      },
    },
  },
});

async function visit(page: Page, site: HostSite, tag: Record<string, string> = {}) {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, tag) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog.getByLabel('Country')).toBeAttached();
  const field = (name: string) => visitor.dialog.getByLabel(name);
  return { visitor, field };
}

const leadOf = (site: HostSite, phone: string) => async () =>
  (await site.state()).leads.find((lead) => lead.phone === phone);

test('an answer adds fields without moving the focus, and says so; only what is shown is sent', async ({
  page,
  site,
}) => {
  const { visitor, field } = await visit(page, site);
  await visitor.phone.fill('4155552641');
  await expect(field('What hurts?')).toHaveCount(0);
  await field('Is it urgent?').focus();
  await page.keyboard.type('Y');
  await expect(field('What hurts?')).toBeVisible();
  await expect(field('Is it urgent?')).toBeFocused();
  await expect(visitor.dialog.getByText('Added to the form: What hurts?, It is swollen')).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(field('What hurts?')).toBeFocused();
  await page.keyboard.type('A tooth');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await field('Since when').fill('today');
  expect(await violationsOf(page, { include: 'leadchat-widget' })).toEqual([]);
  await field('Is it urgent?').selectOption('no');
  await expect(field('Since when')).toHaveCount(0);
  await expect(visitor.dialog.getByText('Removed from the form:')).toBeAttached();
  await field('Is it urgent?').selectOption('yes');
  await expect(field('What hurts?')).toHaveValue('A tooth');
  await expect(field('Since when')).toHaveValue('today');
  await field('It is swollen').uncheck();
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await expect.poll(leadOf(site, '14155552641')).toMatchObject({
    symptom: 'A tooth',
    swelling: false,
    tags: ['website', 'emergency'],
  });
  expect(await leadOf(site, '14155552641')()).not.toHaveProperty('since');
});

test('a field that is not shown is not required, and another answer takes another route', async ({ page, site }) => {
  const { visitor, field } = await visit(page, site);
  await visitor.phone.fill('4155552642');
  await field('Is it urgent?').selectOption('yes');
  await visitor.startChat();
  await expect(field('What hurts?')).toHaveAccessibleDescription('Please fill this in.');
  await expect(field('What hurts?')).toBeFocused();
  await field('Is it urgent?').selectOption('no');
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await expect.poll(leadOf(site, '14155552642')).toMatchObject({ urgent: 'no', tags: ['website'] });
});

test('a page’s value counts, and the announcement is in the visitor’s language, right to left', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { locale: 'ar' }) })));
  await page.evaluate(() => Object(window).LeadChat('open'));
  await expect(page.getByRole('combobox', { name: 'Is it urgent?' })).toBeVisible();
  await page.evaluate(() => Object(window).LeadChat('prefill', { urgent: 'yes' }));
  await expect(page.getByLabel('What hurts?')).toBeVisible();
  await expect(page.getByText('أُضيف إلى النموذج: What hurts?')).toBeAttached();
});

test('the configuration that a browser gets has no routes', async ({ page, site }) => {
  await visit(page, site);
  const texts = await page.evaluate(async (proxy) => {
    const load = async (path: string) => (await fetch(`${proxy}${path}`)).text();
    return [await load('/config'), await load('/leadchat.js')];
  }, site.proxy.url);
  for (const text of texts) {
    // In the script, the configuration is encoded.
    expect(text).toMatch(/Is(?: |%20)it(?: |%20)urgent/);
    expect(text).not.toContain('emergency');
  }
});

test('fields that an answer adds do not push the button that sends out of sight', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  const { visitor, field } = await visit(page, site);
  const submit = visitor.dialog.getByRole('button', { name: 'Start chat' });
  await field('Is it urgent?').selectOption('yes');
  await expect(field('What hurts?')).toBeVisible();
  await expect(submit).toBeInViewport({ ratio: 1 });
  await expect(field('Is it urgent?')).toBeInViewport({ ratio: 1 });
  await field('It is swollen').check();
  await expect(field('Since when')).toBeVisible();
  await expect(submit).toBeInViewport({ ratio: 1 });
  await expect(field('It is swollen')).toBeInViewport({ ratio: 1 });
});
