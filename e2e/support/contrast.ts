import type { Page } from 'playwright/test';

export type Weak = { what: string; ratio: number; needed: number };

/**
 * Finds every text, field edge and button icon with less contrast than WCAG requires (1.4.3, 1.4.11), from the computed
 * colors; text on a gradient is compared with the worst color of the gradient.
 */
export function weakContrasts(page: Page): Promise<Weak[]> {
  return page.evaluate(() => {
    type Rgb = [number, number, number];
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const root = document.querySelector('leadchat-widget')?.shadowRoot;
    if (canvas === null || root === null || root === undefined) throw new Error('nothing to measure');

    const paint = (colors: string[]): Rgb => {
      for (const color of colors) {
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue];
    };
    const luminance = (color: Rgb) => {
      const [red = 0, green = 0, blue = 0] = color.map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ratioOf = (foreground: Rgb, background: Rgb) => {
      const [a, b] = [luminance(foreground), luminance(background)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    /** The background colors of an element: all layers from the page up, once for each color of a gradient. */
    const groundsOf = (element: Element | null): string[][] => {
      if (element === null) return [[getComputedStyle(document.body).backgroundColor]];
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const below = groundsOf(element.parentElement);
      const colors = backgroundImage.match(/(?:oklch|oklab|rgba?|color)\([^()]*\)/g) ?? [];
      const stacked = below.map((layers) => [...layers, backgroundColor]);
      return colors.length === 0 ? stacked : stacked.flatMap((layers) => colors.map((color) => [...layers, color]));
    };
    const weak: { what: string; ratio: number; needed: number }[] = [];
    const judge = (element: Element, color: string, ground: Element | null, needed: number, what: string) => {
      for (const layers of groundsOf(ground)) {
        const ratio = ratioOf(paint([...layers, color]), paint(layers));
        if (ratio < needed) weak.push({ what: `${what}: ${element.outerHTML.slice(0, 100)}`, ratio, needed });
      }
    };
    const seen = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('.hidden, :disabled') === null;

    for (const element of root.querySelectorAll('.layer *')) {
      if (!seen(element)) continue;
      const style = getComputedStyle(element);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
      if (hasText && element.tagName !== 'OPTION') judge(element, style.color, element, isLarge ? 3 : 4.5, 'text');
      if (element.matches('input:not([type=checkbox]), textarea')) {
        judge(element, style.color, element, 4.5, 'value');
        judge(element, getComputedStyle(element, '::placeholder').color, element, 4.5, 'placeholder');
      }
      const hasEdge = element.matches('.pill, .tel-box, .field :is(input, textarea, .pick select)');
      if (hasEdge && style.borderTopWidth !== '0px') {
        judge(element, style.borderTopColor, element.parentElement, 3, 'edge');
      }
      if (element.matches('button .icon, .launcher')) judge(element, style.color, element, 3, 'icon');
    }
    return weak;
  });
}

/** The contrast of the focus ring with its surroundings; 0 without a ring, undefined when the focus is outside of the widget. */
export function focusContrast(page: Page): Promise<number | undefined> {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const element = document.querySelector('leadchat-widget')?.shadowRoot?.activeElement;
    if (element === null || element === undefined) return undefined;
    if (canvas === null) return 0;
    const luminance = (color: string) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const box = element.closest('.pill, .tel-box') ?? element;
    const style = getComputedStyle(box);
    const isField = box !== element || element.matches('.field :not([type=checkbox])');
    if (!isField && style.outlineStyle === 'none') return 0;
    const ring = luminance(isField ? style.borderTopColor : style.outlineColor);
    const panel = element.closest('.panel');
    const ground = luminance(getComputedStyle(panel ?? document.body).backgroundColor);
    return (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05);
  });
}
