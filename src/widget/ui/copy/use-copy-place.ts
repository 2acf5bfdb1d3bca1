import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { usePanel } from '../panel-model.ts';
import type { CopyTarget } from './copy-targets.ts';

/** Width and height of the button, in pixels. */
const size = 28;
/** Distance from the message and from the edges of the log. */
const gap = 4;

/**
 * Places the button at the outer edge of a message, or in the upper corner of a block of code. By a style sheet, since a
 * page's policy may forbid inline styles.
 */
export function useCopyPlace(log: HTMLElement, target: ReadonlySignal<CopyTarget | null>): void {
  const { root } = usePanel();
  const sheet = useMemo(() => new CSSStyleSheet(), []);
  const place = () => {
    if (target.value !== null) sheet.replaceSync(placeAt(target.value, log));
  };
  useLayoutEffect(() => {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
    };
  }, [root, sheet]);
  useSignalEffect(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` reads a signal, whatever render it is from
  useEffect(() => {
    log.addEventListener('scroll', place, { passive: true });
    return () => log.removeEventListener('scroll', place);
  }, [log]);
}

function placeAt({ element, kind }: CopyTarget, log: HTMLElement): string {
  const area = log.getBoundingClientRect();
  const box = element.getBoundingClientRect();
  const isOnTheLeft = box.left + box.right > area.left + area.right;
  const beside = isOnTheLeft ? box.left - size - gap : box.right + gap;
  const [left, top] = kind === 'code' ? [box.right - size, box.top] : [beside, box.bottom - size];
  // By CSS, the edges hold for a window that is resized later, too.
  const clamp = (offset: number) => `clamp(${gap}px, ${Math.round(offset)}px, 100% - ${size + gap}px)`;
  return `.copy { left: ${clamp(left - area.left)}; top: ${clamp(top - area.top)}; }`;
}
