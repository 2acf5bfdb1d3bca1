import { existsSync, readFileSync } from 'node:fs';
import { test as base, expect, type Page } from 'playwright/test';
import { type HostSite, type HostSiteOptions, startHostSite } from './host-site.ts';

/** Tests on pages that they write themselves. Any error in such a page, in the widget or the page, fails the test. */
export function testOn(options: HostSiteOptions = {}) {
  return base.extend<{ faults: string[] }, { site: HostSite }>({
    site: [
      // Playwright requires a destructuring pattern here, and the linter forbids an empty one.
      async ({ browserName: _ }, use) => {
        const site = await startHostSite(options);
        site.fallback(serveWidget);
        try {
          await use(site);
        } finally {
          await site.stop();
        }
      },
      { scope: 'worker' },
    ],
    faults: [
      async ({ page }, use) => {
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

export type HostPage = { head?: string; body?: string; htmlAttributes?: string };

/** The HTML of a customer's page. */
export function hostPage({
  head = '',
  body = '<h1>Northlight Dental</h1>',
  htmlAttributes = 'lang="en"',
}: HostPage): string {
  return `<!doctype html><html ${htmlAttributes}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Northlight Dental</title>${head}</head><body>${body}</body></html>`;
}

/** The script tag of the proxy, with options as data attributes. */
export function tagOf(site: HostSite, options: Readonly<Record<string, string>> = {}, source = site.proxy.url): string {
  const attributes = Object.entries(options).map(([name, value]) => {
    const text = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${text}"`;
  });
  return `<script src="${source}/leadchat.js"${attributes.join('')} async></script>`;
}

/** Serves the built widget as a customer's static host under /widget/. */
function serveWidget(path: string) {
  const file = path.startsWith('/widget/') ? `dist/${path.slice('/widget/'.length)}` : '';
  return existsSync(file) ? { content: readFileSync(file), type: 'text/javascript' } : undefined;
}

export { expect };
