import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, tagOf, testOn } from '../support/on-host-page.ts';

const test = testOn({});

// They used to swallow the rest of the style sheet: the launcher stood in the corner at the top, also where the page hides it.
const unclosed = [
  'rgb(10 80 200',
  'red/*',
  'hsl(210 90% 40%',
  'color-mix(in srgb, red, rgb(0 0 255',
  'red;}*{',
  'var(--brand',
];

for (const color of sampleOf(unclosed, 2)) {
  test(`the color ${color} changes neither the place of the launcher nor what hides it`, async ({ page, site }) => {
    await page.setViewportSize({ width: 800, height: 600 });
    await page.goto(site.put('/', hostPage({ head: tagOf(site, { leadForm: 'off', color }) })));
    const launcher = page.getByRole('button', { name: 'Open chat' });
    await expect(launcher).toBeVisible();
    const box = await launcher.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo(780, -1);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(580, -1);
    await expect(launcher).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await page.evaluate(() => Object(window).LeadChat.update({ pages: [{ url: '/', hidden: true }] }));
    await expect(launcher).toBeHidden();
  });
}
