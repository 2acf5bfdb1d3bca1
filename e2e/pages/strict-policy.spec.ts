import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn({
  config: {
    forms: {
      default: {
        fields: [
          { name: 'phone', type: 'tel' },
          { name: 'first_name' },
          { name: 'topic', type: 'select', options: [{ value: 'check-up', label: 'Check-up' }] },
          { name: 'question', type: 'textarea' },
        ],
        consent: { text: 'I agree to the [privacy policy](https://example.com/privacy).', version: '2026-11' },
      },
    },
  },
  script: {
    name: 'Nora',
    greeting: { known: 'Hi **{first_name}**, see https://example.com/', unknown: 'Hi there' },
    otherwise: ['`Noted`, *thank you*:\n- one\n- two\n\n```\ncode\n```'],
  },
});

const policies = {
  'the strict policy': "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'",
  'nothing but what is needed, and no Trusted Types policy at all':
    "default-src 'none'; base-uri 'none'; form-action 'none'; script-src 'self'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
};

for (const [name, policy] of Object.entries(policies)) {
  test(`a whole lead journey violates no content security policy: ${name}`, async ({ page, site }) => {
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
        violations.push(`${violatedDirective} ${blockedURI} ${sample}`);
      });
    });
    const hosts = `${site.proxy.url} ${site.sandboxUrl.replace(/^http/, 'ws')}`;
    const address = site.put(
      '/strict.html',
      hostPage({ head: tagOf(site, { proxyUrl: site.proxy.url, title: 'Northlight Dental' }, '/widget') }),
      { 'content-security-policy': `${policy}; connect-src ${hosts}` },
    );
    await page.goto(address);
    const visitor = new Visitor(page);
    const { dialog } = visitor;
    await visitor.openChat();
    await visitor.startChat();
    await expect(dialog).toContainText('Please enter your phone number.');
    await visitor.phone.pressSequentially('(415) 555-2671');
    await dialog.getByLabel('First name').fill('Ada');
    await dialog.getByLabel('Topic').selectOption('check-up');
    await dialog.getByLabel('Question').fill('Do you\nopen on Saturday?');
    await dialog.getByRole('checkbox').check();
    await visitor.startChat();
    await expect(visitor.log).toContainText('Hi Ada');
    await visitor.say('Hello');
    await expect(visitor.log.getByRole('listitem')).toHaveCount(2);

    await dialog.getByRole('button', { name: 'Menu' }).click();
    const saved = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download transcript' }).click();
    await saved;
    await dialog.getByRole('button', { name: 'Menu' }).click();
    await dialog.getByRole('checkbox', { name: 'Sound' }).check();
    await dialog.getByRole('combobox', { name: 'Language' }).selectOption('ar');
    await expect(dialog).toHaveAttribute('dir', 'rtl');
    await dialog.getByRole('combobox').selectOption('en');
    await expect(dialog).toHaveAttribute('dir', 'ltr');
    await page.keyboard.press('Escape');
    await visitor.log.getByText('Hi Ada').hover();
    await expect(dialog.getByRole('button', { name: /^Copy message: Hi/ })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await visitor.openChat();
    await expect(visitor.log).toContainText('Hello');
    await page.evaluate(() => Object(window).LeadChat.destroy());

    expect(await page.evaluate(() => Object(window).violations)).toEqual([]);
  });
}
