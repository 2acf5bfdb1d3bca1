import type { Frame, Page } from 'playwright/test';

/** The frame with this title, once it shows its page. */
export async function frameOf(page: Page, title: string): Promise<Frame> {
  const element = await page.locator(`iframe[title="${title}"]`).elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error(`there is no frame ${title}`);
  return frame;
}

/** What a script in a frame reads of the page around it and of a page of its origin: a value, or the name of the error. */
export function reachOfScript(frame: Frame, address: string): Promise<Record<string, string>> {
  return frame.evaluate((page) => {
    const tries: Record<string, () => unknown> = {
      'the page': () => parent.document.title,
      'its storage': () => parent.sessionStorage.length,
      'its functions': () => Reflect.get(parent, 'fetch'),
      'the storage of the tab': () => sessionStorage.length,
      'the storage of the origin': () => localStorage.length,
      'the cookies': () => document.cookie,
      // Not with `fetch`, which a preview answers itself.
      'other pages of the origin': () => {
        const request = new XMLHttpRequest();
        request.open('GET', page, false);
        request.send();
        return request.responseText;
      },
    };
    const reach: Record<string, string> = {};
    for (const [name, read] of Object.entries(tries)) {
      try {
        reach[name] = `read: ${String(read()).slice(0, 30)}`;
      } catch (error) {
        reach[name] = error instanceof Error ? error.name : String(error);
      }
    }
    return reach;
  }, address);
}

/** That of a script of a foreign page. */
export const noReach = {
  'the page': 'SecurityError',
  'its storage': 'SecurityError',
  'its functions': 'SecurityError',
  'the storage of the tab': 'SecurityError',
  'the storage of the origin': 'SecurityError',
  'the cookies': 'SecurityError',
  'other pages of the origin': 'NetworkError',
};
