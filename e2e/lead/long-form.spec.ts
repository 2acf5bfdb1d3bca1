import type { Locator, Page } from 'playwright/test';
import { expect, testWith } from '../support/stack.ts';
import { Visitor } from '../support/visitor.ts';

const agent = 'c1000000-0000-4000-8000-000000000001';

/** The test runs outside these call-back hours, so the form has a line with the hours. */
const test = testWith({
  forms: {
    visit: {
      fields: [
        { name: 'first_name', type: 'text', required: true },
        { name: 'phone', type: 'tel', required: true },
        { name: 'email', type: 'email' },
      ],
      consent: {
        text: {
          en: 'I agree to be contacted about my request. See the [privacy policy](https://northlight.example/privacy).',
          de: 'Ich bin einverstanden, dass Sie mich zu meiner Anfrage kontaktieren. Siehe [Datenschutz](https://northlight.example/privacy).',
        },
        version: '2026-11',
        required: true,
      },
      callback: {
        agent,
        countries: ['US'],
        timeZone: 'America/Los_Angeles',
        hours: [{ days: ['sat'], from: '09:00', to: '12:00' }],
      },
    },
  },
});
const thursday = '2026-11-19T10:24:00-08:00';

for (const [locale, callLater] of [
  ['en', 'Call me later'],
  ['de', 'Rückruf planen'],
] as const) {
  test.describe(() => {
    test.use({ viewport: { width: 1280, height: 800 } });
    test(`a form that fits into the window does not scroll: ${locale}`, async ({ page, stack }) => {
      const form = await openForm(page, stack.site, locale);
      const button = form.getByRole('button', { name: callLater });
      await expect(button).toBeInViewport({ ratio: 1 });
      expect(await hiddenHeight(form)).toBe(0);
    });
  });
}

test.describe(() => {
  test.use({ viewport: { width: 1280, height: 640 } });
  test('a form that is higher than the window fades at its lower edge until it is scrolled to its end', async ({
    page,
    stack,
  }) => {
    const form = await openForm(page, stack.site, 'en');
    await expect(form.getByRole('button', { name: 'Call me later' })).toBeAttached();
    expect(await hiddenHeight(form)).toBeGreaterThan(0);
    const edge = await pictureOfEdge(page, form);
    await form.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(async () => (await pictureOfEdge(page, form)).equals(edge)).toBe(false);
  });
});

async function openForm(page: Page, site: string, locale: string): Promise<Locator> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.setFixedTime(thursday);
  await page.goto(site);
  await page.evaluate((options) => Reflect.get(window, 'LeadChat')('update', options), { form: 'visit', locale });
  await page.locator('button.launcher').click();
  const form = new Visitor(page).dialog.locator('form');
  await expect(form.locator('.call-hours')).toBeAttached();
  return form;
}

/** How far the form can be scrolled. */
function hiddenHeight(form: Locator): Promise<number> {
  return form.evaluate((element) => element.scrollHeight - element.clientHeight);
}

/** The pixels beside the fields at the lower edge. */
async function pictureOfEdge(page: Page, form: Locator): Promise<Buffer> {
  const box = await form.boundingBox();
  if (box === null) throw new Error('the form is not visible');
  return page.screenshot({ clip: { x: box.x + 6, y: box.y + box.height - 4, width: 8, height: 4 }, scale: 'css' });
}
