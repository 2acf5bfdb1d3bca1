import type { Page } from 'playwright/test';

/**
 * Applies style sheets to the page in turn, and returns what each of them changes in the widget: the box and all
 * computed properties of every element, except the inside of icons and the options of selects.
 */
export function changesBy(page: Page, sheets: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  return page.evaluate((texts) => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    const elements = [...(root?.querySelectorAll('*:not(option, svg *)') ?? [])];
    const look = () => {
      // Finish transitions to compare their end, and cancel animations that repeat forever.
      for (const animation of root?.getAnimations() ?? []) {
        if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) animation.cancel();
        else animation.finish();
      }
      return elements.map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const computed = getComputedStyle(element);
        const names = [...computed].filter((name) => !name.startsWith('--'));
        const values = names.map((name): [string, string] => [name, computed.getPropertyValue(name)]);
        return new Map([...values, ['box', `${[x, y, width, height]}`]]);
      });
    };
    const before = look();
    const changes = Object.entries(texts).map(([name, text]) => {
      const style = document.createElement('style');
      style.textContent = text;
      document.head.append(style);
      const found = look().flatMap((properties, index) =>
        [...properties].flatMap(([property, value]) => {
          const old = before[index]?.get(property);
          return old === value ? [] : [`${elements[index]?.className} ${property}: ${old} became ${value}`];
        }),
      );
      style.remove();
      return [name, found.slice(0, 20)];
    });
    return Object.fromEntries([['elements', `${elements.length}`], ...changes]);
  }, sheets);
}
