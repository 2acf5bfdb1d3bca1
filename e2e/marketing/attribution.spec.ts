import type { Page } from 'playwright/test';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

// Other files use some of its phones.
const test = testOn({});

const first =
  '?utm_source=newsletter&utm_medium=email&utm_campaign=spring&utm_term=teeth&utm_content=top&gclid=G1&gbraid=G2&wbraid=G3&dclid=G4&secret=no';
const last = '?utm_source=search&utm_campaign=autumn&fbclid=F2&msclkid=M2&ttclid=T2&li_fat_id=L2&twclid=X2';

/** Visits a page through a link on another site. */
async function visit(page: Page, site: HostSite, search: string, options: Record<string, string> = {}): Promise<void> {
  site.put('/landing.html', hostPage({ head: tagOf(site, options) }));
  const elsewhere = site.url.replace('localhost', '127.0.0.1');
  site.put('/elsewhere.html', hostPage({ body: `<a href="${site.url}/landing.html${search}">To the dentist</a>` }));
  await page.goto(`${elsewhere}/elsewhere.html`);
  await page.getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
}

async function leadOf(site: HostSite, phone: string) {
  await expect.poll(() => site.phones()).toContain(phone);
  const { leads } = await site.state();
  const lead = leads.find((candidate) => candidate.phone === phone);
  return Object(lead);
}

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

test('the first and last touch of two visits reach the service with the lead, without other parts of the addresses', async ({
  page,
  site,
}) => {
  const visitor = new Visitor(page);
  await visit(page, site, first);
  await visitor.openChat();
  await expect.poll(() => storedKeys(page)).toEqual(['leadchat-attribution']);
  await visit(page, site, last);
  await visitor.leaveLead({ phone: '(415) 555-2691', firstName: 'Ada' });

  const lead = await leadOf(site, '14155552691');
  const elsewhere = `${site.url.replace('localhost', '127.0.0.1')}/`;
  expect({ ...lead, ...lead.custom_fields }).toMatchObject({
    utm_source: 'search',
    utm_campaign: 'autumn',
    fbclid: 'F2',
    msclkid: 'M2',
    ttclid: 'T2',
    li_fat_id: 'L2',
    twclid: 'X2',
    referrer: elsewhere,
    landing_page: `${site.url}/landing.html`,
    first_utm_source: 'newsletter',
    first_utm_medium: 'email',
    first_utm_campaign: 'spring',
    first_utm_term: 'teeth',
    first_utm_content: 'top',
    first_gclid: 'G1',
    first_gbraid: 'G2',
    first_wbraid: 'G3',
    first_dclid: 'G4',
    first_referrer: elsewhere,
    first_landing_page: `${site.url}/landing.html`,
    page_url: `${site.url}/landing.html${last}`,
  });
  expect(JSON.stringify(lead)).not.toContain('secret');
});

/** Lands on a page with a campaign, and follows a link of the site to another page. */
async function landAndMoveOn(page: Page, site: HostSite, search: string, options: Record<string, string>) {
  site.put('/prices.html', hostPage({ head: tagOf(site, options) }));
  await visit(page, site, search, options);
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      href: '/prices.html?token=secret#reset',
      textContent: 'Prices',
    });
    document.body.append(link);
  });
  await page.getByRole('link', { name: 'Prices' }).click();
  await expect(page).toHaveURL(/\/prices\.html/);
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
}

test('with attribution "landing", a chat on a later page keeps the first touch, and nothing is stored before', async ({
  page,
  site,
}) => {
  const visitor = new Visitor(page);
  await landAndMoveOn(page, site, first, { attribution: 'landing' });
  expect(await storedKeys(page)).toEqual([]);
  await visitor.leaveLead({ phone: '+14155552694' });
  const lead = await leadOf(site, '14155552694');
  expect({ ...lead, ...lead.custom_fields }).toMatchObject({
    first_utm_source: 'newsletter',
    first_gclid: 'G1',
    first_landing_page: `${site.url}/landing.html`,
    utm_source: 'newsletter',
    page_url: `${site.url}/prices.html`,
  });
  expect(JSON.stringify(lead)).not.toContain('secret');
});

test('with attribution "interaction", the first page is the one where the chat is used', async ({ page, site }) => {
  const visitor = new Visitor(page);
  await landAndMoveOn(page, site, first, {});
  await visitor.leaveLead({ phone: '+14155552695' });
  const lead = await leadOf(site, '14155552695');
  expect({ ...lead, ...lead.custom_fields }).toMatchObject({ first_landing_page: `${site.url}/prices.html` });
  expect(Object.keys({ ...lead, ...lead.custom_fields })).not.toContain('first_utm_source');
});

test('with consent required, the first touch is only known once consent is given', async ({ page, site }) => {
  const visitor = new Visitor(page);
  const options = { attribution: 'landing', consent: 'required' };
  await landAndMoveOn(page, site, first, options);
  await visitor.leaveLead({ phone: '+14155552696' });
  const withoutConsent = await leadOf(site, '14155552696');
  expect(Object.keys({ ...withoutConsent, ...withoutConsent.custom_fields })).not.toContain('first_utm_source');

  await landAndMoveOn(page, site, last, options);
  await page.evaluate(() => Object(window).LeadChat.setConsent('granted'));
  await visitor.leaveLead({ phone: '+14155552697' });
  const lead = await leadOf(site, '14155552697');
  expect({ ...lead, ...lead.custom_fields }).toMatchObject({ utm_source: 'search', utm_campaign: 'autumn' });
});

test('addresses keep the parameters that keepUrlParameters names', async ({ page, site }) => {
  const visitor = new Visitor(page);
  await visit(page, site, '?product=7&utm_source=ads&secret=no#part', { keepUrlParameters: '["product"]' });
  await visitor.leaveLead({ phone: '+14155552698' });
  const lead = await leadOf(site, '14155552698');
  expect({ ...lead, ...lead.custom_fields }).toMatchObject({
    page_url: `${site.url}/landing.html?product=7&utm_source=ads`,
    landing_page: `${site.url}/landing.html?product=7`,
  });
});

for (const respectGpc of ['true', 'false']) {
  test(`with Global Privacy Control and respectGpc ${respectGpc}, the lead has campaigns and ${respectGpc === 'true' ? 'no' : 'its'} click ids`, async ({
    page,
    site,
  }) => {
    const visitor = new Visitor(page);
    const phone = respectGpc === 'true' ? '14155552688' : '14155552689';
    await page.addInitScript(() => Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }));
    await visit(page, site, first, { respectGpc });
    await visitor.leaveLead({ phone: `+${phone}` });
    const lead = await leadOf(site, phone);
    expect({ ...lead, ...lead.custom_fields }).toMatchObject({ utm_source: 'newsletter', utm_campaign: 'spring' });
    const places = JSON.stringify([lead, await page.evaluate(() => localStorage.getItem('leadchat-attribution'))]);
    for (const clickId of ['G1', 'G2', 'G3', 'G4'])
      expect(places.includes(clickId), clickId).toBe(respectGpc === 'false');
  });
}

for (const consent of ['required', 'denied']) {
  test(`with consent ${consent} nothing is stored, and the lead contains only the current visit`, async ({
    page,
    site,
  }) => {
    const visitor = new Visitor(page);
    const phone = consent === 'required' ? '14155552692' : '14155552693';
    await visit(page, site, first, { consent });
    await visitor.openChat();
    await visit(page, site, last, { consent });
    await visitor.leaveLead({ phone: `+${phone}` });
    const lead = await leadOf(site, phone);
    expect({ ...lead, ...lead.custom_fields }).toMatchObject({ utm_source: 'search', first_utm_source: 'search' });
    expect(await storedKeys(page)).toEqual([]);
    expect(await page.evaluate(() => [sessionStorage.length, document.cookie])).toEqual([0, '']);
  });
}
