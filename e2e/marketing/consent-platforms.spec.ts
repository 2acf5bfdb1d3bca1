import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { codeBlocks } from '../../test/support/code-blocks.ts';
import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** The scripts of docs/consent-platforms.md, by a word that each contains. */
const scripts = codeBlocks('docs/consent-platforms.md', readFileSync('docs/consent-platforms.md', 'utf8')).map(
  ({ code }) => code,
);

type Choice = 'granted' | 'denied';

/** Stand-ins that send what the platforms document, as a visitor makes a choice. */
const platforms: Record<string, { word: string; choose(page: Page, choice: Choice): Promise<void> }> = {
  Cookiebot: {
    word: 'Cookiebot',
    choose: (page, choice) =>
      page.evaluate((isGranted) => {
        const consent = { necessary: true, preferences: isGranted, statistics: false, marketing: false };
        Object.assign(window, { Cookiebot: { consent, hasResponse: true } });
        dispatchEvent(new Event(isGranted ? 'CookiebotOnAccept' : 'CookiebotOnDecline'));
      }, choice === 'granted'),
  },
  OneTrust: {
    word: 'OneTrust',
    choose: (page, choice) =>
      page.evaluate((isGranted) => {
        const detail = isGranted ? ['C0001', 'C0003'] : ['C0001'];
        dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail }));
      }, choice === 'granted'),
  },
  Usercentrics: {
    word: 'ucEvent',
    choose: (page, choice) =>
      page.evaluate((isGranted) => {
        const detail = { event: 'consent_status', action: 'onUpdateServices', type: 'explicit', leadchat: isGranted };
        dispatchEvent(new CustomEvent('ucEvent', { detail }));
      }, choice === 'granted'),
  },
  'Google Consent Mode': {
    word: '#accept',
    async choose(page, choice) {
      await page.getByRole('button', { name: choice === 'granted' ? 'Accept' : 'Decline' }).click();
      const updates = await page.evaluate(() =>
        Object(window).dataLayer.map((call: ArrayLike<unknown>) => Array.from(call)),
      );
      expect(updates.at(-1)).toEqual(['consent', 'update', { functionality_storage: choice }]);
    },
  },
};

/** A banner of the page's own, and the function that Google's tag defines. */
const banner = `<button id="accept">Accept</button><button id="decline">Decline</button>
  <script>window.dataLayer = []; function gtag() { dataLayer.push(arguments); }</script>`;

const storedCount = (page: Page) => page.evaluate(() => localStorage.length + sessionStorage.length);

for (const [name, { word, choose }] of sampleOf(Object.entries(platforms), 2)) {
  test(`${name} decides whether the conversation is stored`, async ({ page, site }) => {
    const script = scripts.find((code) => code.includes(word)) ?? '';
    expect(script).toContain('setConsent');
    const tag = tagOf(site, { consent: 'required', leadForm: 'off', analytics: 'false' });
    await page.goto(site.put('/', hostPage({ body: `${banner}${script}${tag}` })));
    const visitor = new Visitor(page);
    await visitor.openChat();
    await visitor.say('What do you charge?');
    await expect(visitor.log).toContainText('When would suit you best?');
    expect(await storedCount(page)).toBe(0);

    await choose(page, 'granted');
    await expect.poll(() => storedCount(page)).toBeGreaterThan(0);
    await page.reload();
    // The platform remembers the choice, and reports it before the widget has loaded.
    await choose(page, 'granted');
    await visitor.openChat();
    await expect(visitor.log).toContainText('What do you charge?');

    await choose(page, 'denied');
    await expect.poll(() => storedCount(page)).toBe(0);
  });
}
