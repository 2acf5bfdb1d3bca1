import { expect, type Page } from 'playwright/test';
import { type HostSite, type HostSiteOptions, hostPage, serveWidget, tagOf } from './host-site.ts';
import { servedTest } from './served-test.ts';

/** The site of all files that need nothing special: their leads have phones of their own. */
const usual: HostSiteOptions = {};

/** Tests on pages that they write themselves. Any error in such a page, in the widget or the page, fails the test. */
export function testOn(options = usual) {
  return servedTest.extend<{ site: HostSite; faults: string[] }>({
    site: [
      async ({ sites }, use) => {
        const site = await sites.of(options);
        site.fallback(serveWidget);
        await use(site);
      },
      // The start must not use up the time of the first test.
      { timeout: 180_000 },
    ],
    faults: [
      // Read before a site that a test has for itself stops: a chat that then connects again is refused.
      async ({ page, site: _ }, use) => {
        const faults: string[] = [];
        gatherFaults(page, faults);
        await use(faults);
        expect(faults).toEqual([]);
      },
      { auto: true },
    ],
  });
}

/** Collects all errors and dialogs of a page. */
export function gatherFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

export { expect, hostPage, tagOf };
