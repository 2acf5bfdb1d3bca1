import { type ReadonlySignal, useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import { adoptSheet } from '../adopt-styles.ts';
import { usePanel } from '../panel-model.ts';
import type { CopyTarget } from './copy-targets.ts';

/** Width and height of the button, in pixels. */
const size = 28;
/** Distance from the message and from the edges of the log. */
const gap = 4;

/**
 * Places the button at the outer edge of a message, or in the upper corner of a block of code. It uses a style sheet, because
 * the page's CSP may forbid inline styles.
 */
export function useCopyPlace(log: HTMLElement, target: ReadonlySignal<CopyTarget | null>): void {
  const { root } = usePanel();
  const sheet = useMemo(() => new CSSStyleSheet(), []);
  const place = () => {
    if (target.value !== null) sheet.replaceSync(placeAt(target.value, log));
  };
  useLayoutEffect(() => adoptSheet(root, sheet), [root, sheet]);
  useSignalEffect(place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `place` does the same in every render, because it reads a signal
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
  // Clamped by CSS, so that it stays within the edges when the window is resized later.
  const clamp = (offset: number) => `clamp(${gap}px, ${Math.round(offset)}px, 100% - ${size + gap}px)`;
  return `.copy { left: ${clamp(left - area.left)}; top: ${clamp(top - area.top)}; }`;
}
