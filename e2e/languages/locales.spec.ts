import { languageNames, loadTexts, type TextKey } from '../../src/i18n/index.ts';
import { texts as en } from '../../src/i18n/locales/en.ts';
import { sampleOfEach } from '../../test/support/sample.ts';
import { crampedButtons } from '../support/measure.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';
import { stopClock, tickUntil } from '../support/standing-clock.ts';

const test = testOn({
  config: {
    widget: {},
    forms: {
      default: {
        consent: { text: 'You may call me.', version: '1' },
        callback: { agent: 'c1000000-0000-4000-8000-000000000001', from: '14155550100', countries: ['US'] },
        defaultCountry: 'US',
      },
    },
  },
});

/** Words that are the same in English and in another language, so they are not untranslated. */
const shared: Record<string, readonly string[]> = {
  de: ['Online', 'Offline', 'optional'],
  es: [],
  fr: ['Menu', 'Message', 'Conversation'],
  it: ['Menu', 'Online', 'Offline', 'Email'],
  nl: ['Menu', 'Online', 'Offline'],
  pl: ['Menu', 'Online', 'Offline'],
  pt: ['Menu', 'Online', 'Offline'],
};

/** Complete texts of the English widget that a visitor could read or hear. */
const english = new Set(Object.values(en).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text))));

const isRightToLeft = (locale: string) => ['ar', 'he'].includes(locale);
const locales = sampleOfEach(Object.keys(languageNames), (locale) => (isRightToLeft(locale) ? 'rtl' : 'ltr'), 1);

// Buttons side by side had no padding: a German button for a later call touched the edge of its button.
for (const locale of locales) {
  test(`all texts are in the language of the page, and the words of every button fit at 320 pixels: ${locale}`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const texts = await loadTexts(locale);
    const say = (key: TextKey) => String(texts[key]);
    const languages: string[] = [];
    page.on('request', (request) =>
      languages.push(...(/\/([a-z]{2})-[\w-]+\.js$/.exec(request.url())?.slice(1) ?? [])),
    );
    await page.clock.install();
    await page.goto(
      site.put(
        `/${locale}.html`,
        hostPage({ head: tagOf(site, { leadForm: 'optional' }), htmlAttributes: `lang="${locale}"` }),
      ),
    );
    const bubble = page.getByRole('button', { name: say('openChat'), exact: true });
    await expect(bubble).toBeVisible();
    await stopClock(page);
    await bubble.click();
    const dialog = page.getByRole('dialog', { name: say('title'), exact: true });
    // A language that takes three seconds is not waited for, and a busy machine may take as long: here it has as long as it needs.
    await tickUntil(page, () => dialog.isVisible());
    await page.clock.resume();
    const direction = isRightToLeft(locale) ? 'rtl' : 'ltr';
    await expect(dialog).toHaveAttribute('dir', direction);
    await expect(dialog).toHaveAttribute('lang', locale);
    const found: string[] = [];
    /** The texts and accessible names in the panel, except the names of languages and countries. */
    const gather = async () => {
      found.push(
        ...(await dialog.evaluate((panel) => {
          const all = [...panel.querySelectorAll('*:not(select *)')].flatMap((element) => [
            ...[...element.childNodes].filter((node) => node instanceof Text).map((node) => node.textContent ?? ''),
            element.getAttribute('aria-label') ?? '',
            element.getAttribute('placeholder') ?? '',
          ]);
          return all.map((text) => text.trim()).filter((text) => text !== '');
        })),
      );
    };

    await expect(dialog.getByRole('combobox', { name: say('country'), exact: true })).toBeAttached();
    for (const key of ['phone', 'first_name', 'last_name', 'email'] as const) {
      await expect(dialog.getByRole('textbox', { name: say(key), exact: true })).toBeVisible();
    }
    await dialog.getByRole('textbox', { name: say('email'), exact: true }).fill('ada@');
    await dialog.getByRole('button', { name: say('startChat'), exact: true }).click();
    await expect(dialog).toContainText(say('requiredPhone'));
    await expect(dialog).toContainText(say('badEmail'));
    await expect(dialog.getByRole('button', { name: say('callLater'), exact: true })).toBeVisible();
    await gather();
    expect(await crampedButtons(dialog)).toEqual([]);
    const phone = dialog.getByRole('textbox', { name: say('phone'), exact: true });
    const country = dialog.getByRole('combobox', { name: say('country'), exact: true });
    const [button, field] = await Promise.all([dialog.locator('.close').boundingBox(), dialog.boundingBox()]);
    const middle = (field?.x ?? 0) + (field?.width ?? 0) / 2;
    expect((button?.x ?? 0) < middle, 'the close button is where the line ends').toBe(direction === 'rtl');
    await expect(phone).toHaveAttribute('dir', 'ltr');
    await expect(country).toBeVisible();

    await phone.fill('(415) 555-2671');
    await dialog.getByRole('textbox', { name: say('email'), exact: true }).fill('');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: say('callLater'), exact: true }).click();
    await expect(dialog.getByRole('button', { name: say('callPlan'), exact: true })).toBeVisible();
    await gather();
    expect(await crampedButtons(dialog)).toEqual([]);
    await dialog.getByRole('button', { name: say('cancel'), exact: true }).click();

    await expect(dialog.getByRole('log', { name: say('conversation'), exact: true })).toContainText('good to have you');
    await expect(dialog.getByRole('textbox', { name: say('message'), exact: true })).toBeVisible();
    await dialog.getByRole('button', { name: say('menu'), exact: true }).click();
    await expect(dialog.getByRole('button', { name: say('deleteData'), exact: true })).toBeVisible();
    await gather();
    await dialog.getByRole('button', { name: say('deleteData'), exact: true }).click();
    await expect(dialog.getByRole('button', { name: say('delete'), exact: true })).toBeVisible();
    expect(await crampedButtons(dialog)).toEqual([]);
    await dialog.getByRole('button', { name: say('delete'), exact: true }).click();
    await expect(dialog).toContainText(say('dataDeleted'));
    await gather();
    await expect(page.getByRole('button', { name: say('closeChat'), exact: true })).toBeVisible();

    const leftOver = locale === 'en' ? [] : [...new Set(found)].filter((text) => english.has(text));
    expect(leftOver.filter((text) => shared[locale]?.includes(text) !== true)).toEqual([]);
    expect(languages, 'no other language is loaded').toEqual([locale]);
  });
}
