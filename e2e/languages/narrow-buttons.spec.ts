import type { Locator } from 'playwright/test';
import { languageNames, loadTexts, type TextKey } from '../../src/i18n/index.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

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

/** Words nearer than this to the edge of their button look cut off. */
const leastPadding = 8;

/** The buttons with words in the dialog whose words touch their edges, or that reach out of the panel. */
function crampedButtons(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((panel, least) => {
    const { left, right } = panel.getBoundingClientRect();
    return [...panel.querySelectorAll('button')]
      .filter((button) => button.innerText.trim() !== '' && !button.matches('.again, .jump'))
      .filter((button) => {
        const edge = button.getBoundingClientRect();
        const range = document.createRange();
        range.selectNodeContents(button);
        const words = range.getBoundingClientRect();
        const isInPanel = edge.left >= left && edge.right <= right;
        return !isInPanel || words.left - edge.left < least || edge.right - words.right < least;
      })
      .map((button) => button.innerText);
  }, leastPadding);
}

// Buttons side by side had no padding: a German button for a later call touched the edge of its button.
for (const locale of Object.keys(languageNames)) {
  test(`the words of every button fit at 320 pixels: ${locale}`, async ({ page, site }) => {
    const texts = await loadTexts(locale);
    const say = (key: TextKey) => String(texts[key]);
    await page.setViewportSize({ width: 320, height: 640 });
    const head = tagOf(site, { leadForm: 'optional' });
    await page.goto(site.put(`/${locale}.html`, hostPage({ head, htmlAttributes: `lang="${locale}"` })));
    await page.getByRole('button', { name: say('openChat'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: say('title'), exact: true });
    await expect(dialog.getByRole('button', { name: say('callLater'), exact: true })).toBeVisible();
    expect(await crampedButtons(dialog)).toEqual([]);

    await dialog.getByLabel(say('phone')).fill('(415) 555-2671');
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: say('callLater'), exact: true }).click();
    await expect(dialog.getByRole('button', { name: say('callPlan'), exact: true })).toBeVisible();
    expect(await crampedButtons(dialog)).toEqual([]);
    await dialog.getByRole('button', { name: say('cancel'), exact: true }).click();

    await dialog.getByRole('button', { name: say('menu'), exact: true }).click();
    await dialog.getByRole('button', { name: say('deleteData'), exact: true }).click();
    await expect(dialog.getByRole('button', { name: say('delete'), exact: true })).toBeVisible();
    expect(await crampedButtons(dialog)).toEqual([]);
  });
}
