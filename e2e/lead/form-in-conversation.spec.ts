import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: {
    widget: { title: 'Northlight Dental', leadForm: 'later' },
    forms: { default: { tags: ['website'], consent: { text: 'You may call me.', version: '1' } } },
  },
});

/** A visitor who chats, and then sees the form. */
class Asker extends Visitor {
  get message() {
    return this.dialog.getByRole('textbox', { name: 'Message' });
  }

  get notNow() {
    return this.dialog.getByRole('button', { name: 'Not now' });
  }

  async openMenu(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Menu' }).click();
    await expect(this.dialog.getByRole('button', { name: 'New conversation' })).toBeVisible();
  }

  async askForForm(): Promise<void> {
    await this.openMenu();
    await this.dialog.getByRole('button', { name: 'Leave my number' }).click();
  }

  async submit(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Submit my details' }).click();
  }
}

test('a visitor chats first, and leaves a lead in the conversation, which goes on', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Asker(page);
  await visitor.openChat();
  await visitor.say('Do you have anything on Thursday?');
  const session = await visitor.startedSession(site.flow);
  await expect(visitor.phone).toHaveCount(0);

  await visitor.askForForm();
  await expect(visitor.phone).toBeFocused();
  await visitor.fillForm({ phone: '(415) 555-2671', firstName: 'Ada' });
  await visitor.dialog.getByLabel('You may call me.').check();
  await visitor.submit();
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect(visitor.phone).toHaveCount(0);
  await expect(visitor.message).toBeFocused();
  await expect.poll(site.phones).toContain('14155552671');

  await visitor.say('Thanks');
  expect(await visitor.storedSession(site.flow)).toBe(session);
  await visitor.openMenu();
  await expect(visitor.dialog.getByRole('button', { name: 'Leave my number' })).toHaveCount(0);
  await page.evaluate(() => Object(window).LeadChat.showForm());
  await expect(visitor.phone).toHaveCount(0);

  await page.reload();
  await visitor.openChat();
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect(visitor.log).toContainText('Thanks');
});

test('"Not now" puts the form away; messages, text box and what was typed stay, over a reload', async ({
  page,
  site,
}) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Asker(page);
  await visitor.openChat();
  await visitor.say('Hello');
  await visitor.message.fill('I would like');
  await visitor.askForForm();
  await visitor.fillForm({ phone: '(415) 555-26', firstName: 'Ada' });
  await visitor.submit();
  await expect(visitor.phone).toHaveAccessibleDescription(/Two digits are missing/);
  await expect(visitor.phone).toBeFocused();
  await visitor.dialog.getByLabel('You may call me.').check();
  await visitor.notNow.click();
  await expect(visitor.phone).toHaveCount(0);
  await expect(visitor.message).toBeFocused();
  await expect(visitor.message).toHaveValue('I would like');
  await expect(visitor.log).toContainText('Hello');

  await visitor.askForForm();
  await expect(visitor.phone).toHaveValue('(415) 555-26');
  await page.reload();
  await visitor.openChat();
  await expect(visitor.phone).toHaveValue('(415) 555-26');
  await expect(visitor.dialog.getByLabel('First name')).toHaveValue('Ada');
  // The visitor agrees where the form is sent.
  await expect(visitor.dialog.getByLabel('You may call me.')).not.toBeChecked();
  await expect(visitor.log).toContainText('Hello');
});

test('the form is the same in two tabs, and gone in both when the lead is sent in one', async ({ page, site }) => {
  const address = site.put('/', hostPage({ head: tagOf(site) }));
  await page.goto(address);
  const first = new Asker(page);
  await first.openChat();
  await first.say('Hello');
  await first.askForForm();
  await first.phone.pressSequentially('(415) 555-2672');
  const second = new Asker(await page.context().newPage());
  await second.page.goto(address);
  await second.followOpenChat();
  await expect(second.phone).toHaveValue('(415) 555-2672');
  await second.dialog.getByLabel('First name').pressSequentially('Grace');
  await expect(first.dialog.getByLabel('First name')).toHaveValue('Grace');
  await first.dialog.getByLabel('Email').pressSequentially('grace@example.com');
  await second.dialog.getByLabel('You may call me.').check();
  await expect(second.dialog.getByLabel('Email')).toHaveValue('grace@example.com');
  await second.submit();
  for (const { log, phone } of [first, second]) {
    await expect(log.getByText('Thank you!')).toBeVisible();
    await expect(phone).toHaveCount(0);
  }
  await expect.poll(site.phones).toContain('14155552672');
  // What a tab deletes, another one may see a moment later.
  const stored = () => page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  await expect.poll(stored).not.toContain('555-2672');
});

test('showForm() opens a closed chat with the form in it, and moves the focus with the visitor', async ({
  page,
  site,
}) => {
  const body = '<button type="button" id="ask">Call me</button>';
  const head = `${tagOf(site)}<script>
    window.LeadChat = window.LeadChat || function () { (LeadChat.q = LeadChat.q || []).push(arguments); };
    addEventListener('click', ({ target }) => target.id === 'ask' && LeadChat('showForm'));
  </script>`;
  await page.goto(site.put('/', hostPage({ head, body })));
  const visitor = new Asker(page);
  await page.getByRole('button', { name: 'Call me' }).click();
  await expect(visitor.phone).toBeFocused();
  await expect(visitor.log).toContainText('What can we do for you?');
  // A message of the agent does not take the field away from the visitor.
  await expect(visitor.phone).toBeInViewport();
  await expect(visitor.message).toBeVisible();
});

test('where the page stores nothing, what was typed is not stored either', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site, { consent: 'required' }) })));
  const visitor = new Asker(page);
  await visitor.openChat();
  await visitor.say('Hello');
  await visitor.askForForm();
  await visitor.fillForm({ phone: '(415) 555-2673' });
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  await page.evaluate(() => Object(window).LeadChat.setConsent('granted'));
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(stored).toContain('555-2673');
  await page.evaluate(() => Object(window).LeadChat.setConsent('denied'));
  await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('a form of another person is empty after reset()', async ({ page, site }) => {
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Asker(page);
  await visitor.openChat();
  await visitor.say('Hello');
  await visitor.askForForm();
  await visitor.fillForm({ phone: '(415) 555-2674' });
  await page.evaluate(() => Object(window).LeadChat.reset());
  await expect(visitor.phone).toHaveCount(0);
  await visitor.askForForm();
  await expect(visitor.phone).toHaveValue('');
});
