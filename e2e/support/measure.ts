import type { Locator, Page } from 'playwright/test';

export type Measured = { what: string; value: number };

/** The smaller of width and height of every control; links inside a sentence are exempt (2.5.8). */
export function targetSizes(page: Page): Promise<Measured[]> {
  return page.evaluate(() => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    const found = [...(root?.querySelectorAll('a[href], button, input, select, textarea') ?? [])];
    return found
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('[aria-hidden=true], :is(.bubble, label) a') === null)
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return { what: element.outerHTML.slice(0, 120), value: Math.min(width, height) };
      });
  });
}

/** How far content overflows the window, or a box that scrolls only vertically, in pixels. */
export function overflows(page: Page): Promise<Measured[]> {
  return page.evaluate(() => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    return [...(root?.querySelectorAll('.panel, .panel *, .teaser, .teaser *') ?? [])]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('.hidden, pre, svg, [aria-hidden=true]') === null)
      .map((element) => {
        const box = element.getBoundingClientRect();
        const isBlock = getComputedStyle(element).display !== 'inline' && element.clientWidth > 0;
        const inside = isBlock ? element.scrollWidth - element.clientWidth : 0;
        return {
          what: element.outerHTML.slice(0, 120),
          value: Math.round(Math.max(box.right - innerWidth, -box.left, inside)),
        };
      })
      .filter(({ value }) => value > 1);
  });
}

/** Words nearer than this to the edge of their button look cut off. */
const leastPadding = 8;

/** The buttons with words in the dialog whose words touch their edges, or that reach out of the panel. */
export function crampedButtons(dialog: Locator): Promise<string[]> {
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
