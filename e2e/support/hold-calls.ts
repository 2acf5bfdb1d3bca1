import type { Page } from 'playwright/test';
import { fetchFor } from './fetch-for.ts';
import type { HostSite } from './host-site.ts';

/**
 * Keeps the calls of a page in one state, because those of the sandbox end within a second, and a busy machine would miss it.
 * Returns what shows them as they are.
 */
export async function holdCalls(page: Page, site: HostSite, state: 'planned' | 'ringing'): Promise<() => void> {
  let isHeld = true;
  await page.route(`${site.proxy.url}/calls/*`, async (route) => {
    const response = await fetchFor(route);
    const progress = await response.json();
    await route.fulfill({ response, json: isHeld ? { ...progress, state } : progress });
  });
  return () => {
    isHeld = false;
  };
}
