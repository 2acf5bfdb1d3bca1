import type { Page } from 'playwright/test';

/**
 * Puts style sheets on the page, one after the other, and tells what each changes in the widget: the box of every element
 * and all of its computed properties. Of icons and choices the whole is enough.
 */
export function changesBy(page: Page, sheets: Readonly<Record<string, string>>): Promise<Record<string, string[]>> {
  return page.evaluate((texts) => {
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    const elements = [...(root?.querySelectorAll('*:not(option, svg *)') ?? [])];
    const look = () => {
      // What is on its way is looked at where it arrives; what goes round for ever stands still.
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
      const found = look().flatMap((drawn, index) =>
        [...drawn].flatMap(([property, value]) => {
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
