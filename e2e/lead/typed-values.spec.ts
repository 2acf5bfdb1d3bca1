import type { Page } from 'playwright/test';
import { sampleOf } from '../../test/support/sample.ts';
import type { HostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const answers = ['History', 'Wishes', 'Questions'];
const fields = [
  { name: 'phone', type: 'tel' },
  { name: 'first_name' },
  { name: 'email', type: 'email' },
  ...answers.map((label) => ({ name: label.toLowerCase(), type: 'textarea', label })),
];

const test = testOn({
  config: {
    forms: {
      default: { fields, defaultCountry: 'US' },
      german: { fields, defaultCountry: 'DE' },
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

const phones: [typed: string, form: string, digits: string][] = [
  ['4915112340001', 'german', '4915112340001'],
  ['(415) 555-2601 x12', 'default', '14155552601'],
  ['415 555 2602 extension 12', 'default', '14155552602'],
  ['tel:+1-415-555-2603;ext=12', 'german', '14155552603'],
  ['৪১৫ ৫৫৫ ২৬০৪', 'default', '14155552604'],
  ['๔๑๕๕๕๕๒๖๐๕', 'default', '14155552605'],
  ['\u202a+1 415\u2060 555\u00ad 2606\u202c', 'german', '14155552606'],
  ['+52 1 55 1234 0007', 'default', '525512340007'],
];

// test/phones.test.ts reads them, and more.
for (const [typed, form, digits] of sampleOf(phones, 2)) {
  test(`the phone ${typed}, typed key by key, arrives as ${digits}`, async ({ page, site }) => {
    const visitor = await visit(page, site, { form });
    await visitor.fillForm({ phone: typed });
    await visitor.startChat();
    await expect(visitor.log).toBeVisible();
    await leadOf(site, digits);
  });
}

test('the letters of an extension stay in the field', async ({ page, site }) => {
  const visitor = await visit(page, site);
  await visitor.fillForm({ phone: '(415) 555-2671 ext. 12' });
  await expect(visitor.phone).toHaveValue('(415) 555-2671 ext. 12');
});

/** What the browser itself writes about a request that the proxy refuses. */
function expectRefusals(faults: string[], count: number): void {
  expect(faults.splice(0)).toEqual(Array.from({ length: count }, () => expect.stringContaining('status of 400')));
}

test('what the proxy says about a phone is at the field, in the language of the page, and the number stays', async ({
  page,
  site,
  faults,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { form: 'german', locale: 'de' }) })));
  await page.getByRole('button', { name: 'Chat öffnen' }).click();
  const { dialog } = new Visitor(page);
  const phone = dialog.getByLabel('Telefon');
  const send = dialog.getByRole('button', { name: 'Chat starten' });
  await phone.pressSequentially('49211234567');
  await send.click();
  await expect(dialog).toContainText(/Ist es .+49 211 234567.+ oder .+49 4921 1234567/);
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveValue('4921 1234567');
  // The message stays while the visitor looks elsewhere.
  await dialog.getByLabel('Vorname').focus();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');

  await phone.fill('+999 123 456 789');
  await send.click();
  await expect(dialog).toContainText('Diese Landesvorwahl gibt es nicht');
  await phone.fill('+49 211 234567');
  await expect(phone).toHaveAttribute('aria-invalid', 'false');
  await send.click();
  await leadOf(site, '49211234567');
  expectRefusals(faults, 2);
});

test('a number that the proxy does not know is asked for once, and arrives as confirmed', async ({
  page,
  site,
  faults,
}) => {
  const visitor = await visit(page, site);
  await visitor.fillForm({ phone: '(421) 555-2671' });
  await visitor.startChat();
  await expect(visitor.dialog).toContainText('Is this number right?');
  await expect(visitor.phone).toBeFocused();
  await expect(visitor.phone).toHaveValue('(421) 555-2671');
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  expect(await leadOf(site, '14215552671')).toMatchObject({ phone_confirmed: true });
  expectRefusals(faults, 1);
});

test('a national number is one of the country beside it, also if the browser fills both in', async ({ page, site }) => {
  const visitor = await visit(page, site);
  const country = visitor.dialog.getByLabel('Country');
  await country.focus();
  await country.selectOption('GB');
  // As autofill does: at once, without keys.
  await visitor.phone.evaluate((input: HTMLInputElement) => {
    input.value = '02079460958';
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  });
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  await leadOf(site, '442079460958');
});

test('a name and an address with invisible and full-width characters arrive without them, long answers as a whole', async ({
  page,
  site,
}) => {
  const visitor = await visit(page, site);
  await visitor.fillForm({ phone: '4155552611', firstName: '\u202aAda\u202c', email: '\u202aada＠example.com\u2060' });
  const text = '歯が痛い。'.repeat(400);
  for (const label of answers) await visitor.dialog.getByLabel(label).fill(text);
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  const lead = await leadOf(site, '14155552611');
  expect(lead).toMatchObject({ first_name: 'Ada', email: 'ada@example.com' });
  expect(lead).toMatchObject({ history: text, wishes: text, questions: text });
});

test('an address of an international domain arrives', async ({ page, site }) => {
  const visitor = await visit(page, site);
  await visitor.fillForm({ phone: '4155552613', email: 'ada@münchen.de' });
  await visitor.startChat();
  await expect(visitor.log).toBeVisible();
  expect(await leadOf(site, '14155552613')).toMatchObject({ email: 'ada@xn--mnchen-3ya.de' });
});
