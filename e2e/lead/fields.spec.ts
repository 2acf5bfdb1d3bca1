import type { Page } from 'playwright/test';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: {
    forms: {
      default: {
        fields: [
          { name: 'phone', type: 'tel' },
          { name: 'first_name', type: 'text', required: true },
          { name: 'email', type: 'email' },
          {
            name: 'topic',
            type: 'select',
            label: 'Topic',
            options: [
              { value: 'pain', label: 'Toothache' },
              { value: 'check', label: 'Check-up' },
            ],
          },
          { name: 'details', type: 'textarea', label: 'Details' },
          { name: 'insured', type: 'checkbox', label: 'I am insured' },
          { name: 'branch', type: 'hidden', value: 'portland' },
          { name: 'zip', label: 'ZIP code', pattern: '[0-9]{5}' },
        ],
        consent: { text: 'Call me, as the [privacy policy](https://example.com/privacy) says.', version: '2026-11-b' },
        defaultCountry: 'US',
      },
      page: {
        fields: [
          { name: 'phone', type: 'tel' },
          { name: 'page', type: 'hidden' },
        ],
        defaultCountry: 'US',
      },
      short: { fields: [{ name: 'phone', type: 'tel' }, { name: 'first_name' }], defaultCountry: 'US' },
    },
  },
});

async function visit(page: Page, site: HostSite, options: Record<string, string> = {}): Promise<Visitor> {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, options) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await expect(visitor.dialog.getByLabel('Country')).toBeAttached();
  return visitor;
}

async function leadOf(site: HostSite, phone: string) {
  await expect.poll(() => site.phones()).toContain(phone);
  const lead = Object((await site.state()).leads.find((candidate) => candidate.phone === phone));
  return { ...lead, ...lead.custom_fields };
}

test('every type of field is validated on blur and on submit, and the lead arrives with all values and the consent', async ({
  page,
  site,
}) => {
  const visitor = await visit(page, site);
  const { dialog, phone } = visitor;
  const email = dialog.getByLabel('Email');
  // Leaving an empty field shows no error yet; leaving an invalid value does.
  await phone.focus();
  await page.keyboard.press('Tab');
  await expect(phone).toHaveAttribute('aria-invalid', 'false');
  await email.fill('ada@');
  await email.blur();
  await expect(email).toHaveAccessibleDescription(/doesn't look like an email address/);
  await email.fill('ada@example.com');
  await expect(email).toHaveAttribute('aria-invalid', 'false');
  await dialog.getByLabel('ZIP code').fill('97');

  await visitor.startChat();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAccessibleDescription('Please enter your phone number.');
  await expect(dialog.getByLabel('First name')).toHaveAccessibleDescription('Please fill this in.');
  await expect(dialog.getByLabel('ZIP code')).toHaveAccessibleDescription("This doesn't match the required format.");
  const consent = dialog.getByRole('checkbox', { name: /privacy policy/ });
  await expect(consent).toHaveAccessibleDescription('Please agree so that we can contact you.');
  const link = dialog.getByRole('link', { name: 'privacy policy' });
  await expect(link).toHaveAttribute('href', 'https://example.com/privacy');
  await expect(link).toHaveAttribute('target', '_blank');

  await phone.fill('(415) 555-2671');
  await dialog.getByLabel('First name').fill('Ada');
  await dialog.getByLabel('ZIP code').fill('97201');
  await dialog.getByLabel('Topic').selectOption('Toothache');
  await dialog.getByLabel('Details').fill('Left side,\nsince Monday');
  await dialog.getByLabel('I am insured').check();
  await visitor.startChat();
  await expect(consent).toBeFocused();
  await consent.check();
  await dialog.getByLabel('ZIP code').press('Enter');
  await expect(visitor.log).toContainText('Hi Ada');
  const lead = await leadOf(site, '14155552671');
  expect(lead).toMatchObject({
    first_name: 'Ada',
    email: 'ada@example.com',
    topic: 'pain',
    details: 'Left side,\nsince Monday',
    insured: true,
    branch: 'portland',
    zip: '97201',
    consent_version: '2026-11-b',
  });
  expect(Date.parse(lead.consent_at)).toBeGreaterThan(Date.now() - 600_000);
});

test('a phone number is accepted in any pasted format and formatted while typed, and the caret stays in place', async ({
  page,
  site,
}) => {
  const { phone, dialog } = await visit(page, site, { form: 'short' });
  const pastes = [
    '+1 415 555 2671',
    '0014155552671',
    '(415) 555-2671',
    '415.555.2671',
    ' tel:+1-415-555-2671 ',
    '+1\u00a0(415)\u202f555\u20112671',
    '１４１５５５５２６７１',
  ];
  for (const text of pastes) {
    await phone.fill('');
    await phone.focus();
    await page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text);
    await phone.blur();
    await expect(phone, text).toHaveAttribute('aria-invalid', 'false');
  }
  await phone.fill('');
  await phone.pressSequentially('4155552671');
  await expect(phone).toHaveValue('(415) 555-2671');
  const caret = () => phone.evaluate((field) => (field instanceof HTMLInputElement ? field.selectionStart : null));
  await phone.press('Home');
  await phone.press('ArrowRight');
  await phone.press('ArrowRight');
  await phone.press('Delete');
  expect(await caret()).toBe(2);
  await phone.press('7');
  expect(await caret()).toBe(3);
  await expect(phone).toHaveValue(/^\(475\) 555-2671$/);

  await phone.fill('');
  await phone.pressSequentially('+442079460958');
  await expect(phone).toHaveValue('+44 2079 460958');
  const country = dialog.getByLabel('Country');
  await expect(country).toHaveValue('GB');
  // The number itself contains the calling code.
  const shownCountry = dialog.locator('.country > span');
  await expect(shownCountry).toHaveText('GB');
  expect(await caret()).toBe('+44 2079 460958'.length);
  await phone.press('Home');
  await phone.press('ArrowRight');
  await phone.press('Delete');
  await phone.press('4');
  expect(await caret()).toBe(2);
  await country.focus();
  // Each press goes to the next country with this letter. More letters would have to come within a second.
  await expect
    .poll(async () => {
      await page.keyboard.press('G');
      return country.inputValue();
    })
    .toBe('DE');
  await expect(phone).toHaveValue(/^\+49 /);
  await phone.fill('');
  await phone.pressSequentially('03012345678');
  await expect(phone).toHaveValue('03012 345678');
  await expect(shownCountry).toHaveText('DE +49');
});

test('autofilled and prefilled values are accepted, typed values stay, and the honeypot is invisible to visitors', async ({
  page,
  site,
  faults,
}) => {
  const { phone, dialog } = await visit(page, site, { form: 'short' });
  await expect(phone).toHaveAttribute('autocomplete', 'tel');
  await expect(dialog.getByLabel('First name')).toHaveAttribute('autocomplete', 'given-name');
  // Browsers autofill like this: the whole value at once, then the events.
  await phone.evaluate((field) => {
    if (field instanceof HTMLInputElement) field.value = '+14155552672';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.evaluate(() =>
    Object(window).LeadChat.identify({ first_name: 'Grace', phone: '+1 212 555 0000', unknown: 'x' }),
  );
  await expect(dialog.getByLabel('First name')).toHaveValue('Grace');
  await expect(phone).toHaveValue(/415/);
  await dialog.getByLabel('First name').fill('Ada');
  await page.evaluate(() => Object(window).LeadChat.identify({ first_name: 'Grace' }));
  await expect(dialog.getByLabel('First name')).toHaveValue('Ada');

  await expect(dialog.getByRole('textbox')).toHaveCount(2);
  const trap = dialog.locator('[name=website]');
  expect((await dialog.locator('.hidden:has([name=website])').boundingBox())?.width ?? 0).toBeLessThanOrEqual(1);
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await phone.press('Enter');
  expect(await leadOf(site, '14155552672')).toMatchObject({ first_name: 'Ada' });
  // The code that reports it is loaded apart.
  await expect.poll(() => faults).toHaveLength(1);
  expect(faults.splice(0)).toEqual(['[leadchat] "unknown" fills in nothing: the form has no such field.']);
});

test('a double click submits once, a rejected form keeps its values, and an optional form can be skipped', async ({
  page,
  site,
  faults,
}) => {
  const visitor = await visit(page, site, { form: 'short' });
  const keys: (string | undefined)[] = [];
  let isRefusing = true;
  await page.route('**/leads', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (!isRefusing) return route.continue();
    return route.fulfill({
      status: 400,
      json: {
        status: 'failed',
        message: 'no',
        code: 'bad-request',
        issues: [{ path: 'fields.first_name', message: 'Too good.' }],
      },
      headers: { 'access-control-allow-origin': '*' },
    });
  });
  await visitor.fillForm({ phone: '(415) 555-2673', firstName: 'Ada' });
  await visitor.startChat();
  const name = visitor.dialog.getByLabel('First name');
  await expect(name).toHaveAccessibleDescription('Too good.');
  await expect(name).toBeFocused();
  await expect(visitor.phone).toHaveValue('(415) 555-2673');
  await expect(name).toHaveValue('Ada');
  await expect.poll(() => faults).toHaveLength(1);
  faults.splice(0);

  isRefusing = false;
  keys.length = 0;
  await visitor.dialog.getByRole('button', { name: 'Start chat' }).dblclick();
  await expect(visitor.log).toContainText('Hi Ada');
  expect(keys).toHaveLength(1);
  await expect.poll(async () => (await site.phones()).filter((phone) => phone === '14155552673')).toHaveLength(1);

  await page.evaluate(() => Object(window).LeadChat.reset());
  await page.reload();
  await visitor.openChat();
  await page.evaluate(() => Object(window).LeadChat.update({ leadForm: 'optional' }));
  await visitor.dialog.getByRole('button', { name: 'Skip' }).click();
  await expect(visitor.log).toContainText('Hi there, good to have you here');
});

// Cause: the browser took 200 characters for a hidden field and the proxy 2000, and nobody sees the problem of a hidden field.
test('a long page address in a hidden field arrives, and one that is too long is said in the visitor’s language', async ({
  page,
  site,
  faults,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { form: 'page', locale: 'de' }) })));
  const prefill = (length: number) =>
    page.evaluate(
      (address) => Object(window).LeadChat('prefill', { page: address }),
      `https://www.example.com/${'a'.repeat(length)}`,
    );
  await prefill(2_000);
  await page.getByRole('button', { name: 'Chat öffnen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Northlight Dental' });
  await dialog.getByLabel('Telefon').pressSequentially('(415) 555-2634');
  const start = dialog.getByRole('button', { name: 'Chat starten' });
  await start.click();
  await expect(dialog.getByRole('alert').filter({ hasText: /^Auf dieser Seite stimmt etwas nicht/ })).toBeVisible();
  await expect.poll(() => faults.join()).toContain('the hidden field `page` is refused (too-long)');
  faults.splice(0);

  await prefill(300);
  await expect(dialog.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
  await start.click();
  await expect(page.getByRole('log')).toBeVisible();
  expect(await leadOf(site, '14155552634')).toMatchObject({ page: `https://www.example.com/${'a'.repeat(300)}` });
});
