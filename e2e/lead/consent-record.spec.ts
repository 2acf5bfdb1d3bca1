import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import { fetchFor } from '../support/fetch-for.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const text = { en: 'May we call you about offers?', de: 'Dürfen wir Sie zu Angeboten anrufen?' };
const test = testOn({ config: { forms: { default: { defaultCountry: 'US', consent: { text, version: 'v2' } } } } });

const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
const leadOf = (site: HostSite, phone: string) => async () =>
  (await site.state()).leads.find((lead) => lead.phone === phone);

/** A page that was loaded before the operator changed the consent. */
async function visitWithOldConsent(page: Page, site: HostSite, attributes = ''): Promise<Visitor> {
  let isOld = true;
  await page.route(/\/config(\?form=default)?$/, async (route) => {
    const response = await fetchFor(route);
    const config = await response.json();
    if (isOld) config.form.consent = { text: 'May we call you?', version: 'v1', required: true };
    isOld = false;
    await route.fulfill({ response, json: config });
  });
  const head = `<script src="/widget/leadchat.js" data-proxy-url="${site.proxy.url}"${attributes}></script>`;
  await page.goto(site.put('/old', hostPage({ head })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  return visitor;
}

test("the record of a consent names the text in the visitor's language", async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { locale: 'de' }) })));
  await page.getByRole('button', { name: 'Chat öffnen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Northlight Dental' });
  await dialog.getByLabel('Telefon').pressSequentially('(415) 555-2621');
  await dialog.getByLabel(text.de).check();
  await dialog.getByRole('button', { name: 'Chat starten' }).click();
  await expect.poll(leadOf(site, '14155552621')).toMatchObject({
    consent_version: 'v2',
    consent_locale: 'de',
    consent_text_hash: sha256(text.de),
    consent_at: expect.any(String),
  });
});

test('the form asks again, with the new text, when the consent has changed since the page was loaded', async ({
  page,
  site,
  faults,
}) => {
  const visitor = await visitWithOldConsent(page, site);
  await visitor.fillForm({ phone: '(415) 555-2622', firstName: 'Ada' });
  await visitor.dialog.getByLabel('May we call you?').check();
  await visitor.startChat();
  const consent = visitor.dialog.getByLabel(text.en);
  await expect(consent).not.toBeChecked();
  await expect(consent).toHaveAccessibleDescription('This text has changed. Please read it and agree again.');
  await expect(consent).toBeFocused();
  await expect(visitor.dialog.getByLabel('First name')).toHaveValue('Ada');
  await page.keyboard.press('Space');
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await expect.poll(leadOf(site, '14155552622')).toMatchObject({ consent_text_hash: sha256(text.en) });
  faults.splice(0);
});

test.describe('a lead that is queued in the browser while the consent changes', () => {
  async function queueLead(page: Page, site: HostSite, phone: string): Promise<Visitor> {
    const visitor = await visitWithOldConsent(page, site);
    await page.route('**/leads', (route) => route.abort());
    await visitor.fillForm({ phone, firstName: 'Ada' });
    await visitor.dialog.getByLabel('May we call you?').check();
    await visitor.startChat();
    await expect(visitor.dialog).toContainText("Saved. We'll send it as soon as the connection is back.");
    await page.unroute('**/leads');
    await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
    await visitor.openChat();
    return visitor;
  }

  test('is sent once the visitor has agreed to the new text', async ({ page, site, faults }) => {
    const visitor = await queueLead(page, site, '(415) 555-2623');
    const request = visitor.dialog.getByRole('region', { name: /haven't been sent yet/ });
    await expect(request).toBeVisible();
    // The chat continues meanwhile.
    await visitor.say('Meanwhile a question');
    await page.reload();
    await visitor.openChat();
    await request.getByRole('button', { name: 'Submit my details' }).click();
    await expect(request.getByLabel(text.en)).toHaveAccessibleDescription('Please agree so that we can contact you.');
    await request.getByLabel(text.en).check();
    await request.getByRole('button', { name: 'Submit my details' }).click();
    await expect.poll(leadOf(site, '14155552623')).toMatchObject({
      first_name: 'Ada',
      consent_version: 'v2',
      consent_text_hash: sha256(text.en),
    });
    await expect(request).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('leadchat:leads'))).toBeNull();
    faults.splice(0);
  });

  // Cause: both boxes had the id `field-consent`, so the label of the one toggled the other.
  test('is agreed to separately from another lead, whose form is open beside it', async ({ page, site, faults }) => {
    const visitor = await visitWithOldConsent(page, site, ' data-after-lead="thanks"');
    const { dialog } = visitor;
    await page.route('**/leads', (route) => route.abort());
    await visitor.fillForm({ phone: '(415) 555-2625', firstName: 'Ada' });
    await dialog.getByLabel('May we call you?').check();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(dialog).toContainText("Saved. We'll send it as soon as the connection is back.");
    await page.unroute('**/leads');
    await page.goto(site.put('/', hostPage({ head: tagOf(site, { afterLead: 'thanks' }) })));
    await visitor.openChat();
    const request = dialog.getByRole('region', { name: /haven't been sent yet/ });
    await expect(request).toBeVisible();
    await dialog.getByRole('button', { name: 'Leave another number' }).click();
    const form = dialog.locator('form');
    await form.getByText(text.en).click();
    await expect(form.getByRole('checkbox')).toBeChecked();
    await expect(request.getByRole('checkbox')).not.toBeChecked();
    await form.getByText(text.en).click();
    await request.getByText(text.en).click();
    await expect(form.getByRole('checkbox')).not.toBeChecked();
    await expect(request.getByRole('checkbox')).toBeChecked();
    // The text of a problem belongs to its own box, too.
    await dialog.getByLabel('Phone').pressSequentially('(415) 555-2626');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(form.getByRole('checkbox')).toHaveAccessibleDescription('Please agree so that we can contact you.');
    await expect(form.getByRole('checkbox')).toBeFocused();
    await expect(request.getByRole('checkbox')).toHaveAccessibleDescription('');
    const duplicates = await dialog.evaluate((element) => {
      const ids = [...element.querySelectorAll('[id]')].map(({ id }) => id);
      return ids.filter((id, index) => ids.indexOf(id) !== index);
    });
    expect(duplicates).toEqual([]);
    faults.splice(0);
  });

  test('is deleted when the visitor does not want to send it', async ({ page, site, faults }) => {
    const visitor = await queueLead(page, site, '(415) 555-2624');
    await visitor.dialog.getByRole('button', { name: 'Discard my details' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('leadchat:leads'))).toBeNull();
    await page.reload();
    await visitor.openChat();
    await expect(visitor.log).toBeVisible();
    await expect(visitor.dialog.getByRole('region', { name: /haven't been sent yet/ })).toHaveCount(0);
    expect(await leadOf(site, '14155552624')()).toBeUndefined();
    faults.splice(0);
  });
});
