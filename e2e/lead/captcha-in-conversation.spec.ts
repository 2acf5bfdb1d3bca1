import { CaptchaProvider } from '../support/captcha-provider.ts';
import { type HostSite, startHostSite } from '../support/host-site.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn().extend<{ provider: CaptchaProvider; site: HostSite }>({
  provider: async ({ browserName: _ }, use) => {
    const provider = await CaptchaProvider.start();
    await use(provider);
    await provider.stop();
  },
  site: async ({ provider }, use) => {
    const captcha = {
      provider: 'turnstile',
      siteKey: 'site-key',
      secret: 'secret',
      scriptUrl: `${provider.url}/api.js`,
      verifyUrl: `${provider.url}/verify`,
    };
    const site = await startHostSite({
      config: { captcha, widget: { title: 'Northlight Dental', leadForm: 'later' } },
    });
    await use(site);
    await site.stop();
  },
});

const problem = "Please complete this check. If it doesn't work, send again without it.";

/** A visitor who chats, and then fills the form. */
async function fillLead(visitor: Visitor, phone: string): Promise<void> {
  await visitor.openChat();
  await visitor.say('Hello');
  await visitor.page.evaluate(() => Object(window).LeadChat.showForm());
  await visitor.fillForm({ phone });
}

async function submit(visitor: Visitor): Promise<void> {
  await visitor.dialog.getByRole('button', { name: 'Submit my details' }).click();
}

test('a visitor passes the captcha of the form in the conversation, and the chat goes on', async ({
  page,
  site,
  provider,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  await visitor.openChat();
  await visitor.say('Do you have anything on Thursday?');
  const session = await visitor.startedSession(site.flow);
  // Nobody who only chats is shown to the provider.
  expect(requested.filter((url) => url.startsWith(provider.url))).toEqual([]);

  await page.evaluate(() => Object(window).LeadChat.showForm());
  const box = page.getByRole('button', { name: 'I am human' });
  await expect(box).toBeVisible();
  await visitor.fillForm({ phone: '(415) 555-2643' });
  await submit(visitor);
  await expect(visitor.dialog.getByRole('group', { name: problem })).toBeFocused();
  await expect(visitor.phone).toHaveValue('(415) 555-2643');
  await visitor.say('What is this check for?');

  await box.click();
  await submit(visitor);
  await expect(visitor.log.getByText('Thank you!')).toBeVisible();
  await expect(box).toHaveCount(0);
  await expect.poll(site.phones).toContain('14155552643');
  expect(provider.checked).toEqual([{ token: expect.stringMatching(/^token-/), success: true }]);
  await visitor.say('Thanks');
  expect(await visitor.storedSession(site.flow)).toBe(session);
});

test('a visitor whose browser blocks the captcha sends the form, the lead is held, and the chat goes on', async ({
  page,
  site,
  provider,
  faults,
}) => {
  provider.down = true;
  await page.goto(site.put('/', hostPage({ head: tagOf(site) })));
  const visitor = new Visitor(page);
  await fillLead(visitor, '(415) 555-2644');
  await submit(visitor);
  await expect(visitor.phone).toHaveCount(0);
  const metrics = async () => (await fetch(`${site.proxy.url}/metrics`)).text();
  await expect.poll(metrics).toMatch(/^leadchat_leads\{state="held"\} 1$/m);
  await visitor.say('Is anybody there?');
  expect(await site.phones()).toEqual([]);
  // The browser reports the script that it could not load.
  expect(faults.splice(0)).toEqual([expect.stringContaining('net::ERR_')]);
});
