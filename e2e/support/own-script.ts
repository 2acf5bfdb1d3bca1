import type { Page } from 'playwright/test';
import type { Stack } from './start-stack.ts';

/** Opens the customer's page with a custom script tag instead of the demo's, and waits until the script has loaded. */
export async function visitWithOwnScript(page: Page, stack: Stack, dataset: Record<string, string>): Promise<void> {
  await page.route('**/leadchat.js', (route) => route.fulfill({ body: '' }), { times: 1 });
  await page.goto(stack.site);
  await page.evaluate(
    async ([src = '', data = '{}']) => {
      const script = document.createElement('script');
      Object.assign(script.dataset, JSON.parse(data));
      script.src = src;
      const loaded = new Promise((done) => script.addEventListener('load', done));
      document.head.append(script);
      await loaded;
    },
    [`${stack.proxy.url}/leadchat.js`, JSON.stringify(dataset)],
  );
}
