import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { adoptStyles } from './adopt-styles.ts';

/** Whether the panel covers the whole screen. The same condition as in Panel.css. */
export const phoneScreen = '(max-width: 480px), (max-height: 420px)';

/** Whether a larger panel makes a difference. */
export const roomyScreen = '(min-width: 600px) and (min-height: 421px)';

/** A sheet, because the attribute `style` of the page's root belongs to the page. */
const pageStyles = 'html { overflow: hidden !important; overscroll-behavior: none !important; }';

type Area = { top: string; height: string; bottom: 'auto' };

/**
 * While the panel covers a phone's screen, keeps the page behind it from scrolling. Returns the panel's position, which ends
 * above the keyboard; otherwise undefined.
 */
export function useFullScreen(isActive: boolean): Area | undefined {
  const area = useSignal<Area | undefined>(undefined);
  useLayoutEffect(() => {
    if (!isActive) return;
    const unlockPage = adoptStyles(document, pageStyles);
    const viewport = window.visualViewport;
    const stop = new AbortController();
    const { signal } = stop;
    const fitViewport = () => {
      if (viewport === null) return;
      // A visitor who zooms in with two fingers sees a part of the panel, which keeps its place and its size.
      const isZoomed = viewport.scale > 1.01;
      const top = isZoomed && area.peek() !== undefined ? area.peek()?.top : `${viewport.offsetTop}px`;
      area.value = { top: top ?? '0px', height: `${viewport.height * viewport.scale}px`, bottom: 'auto' };
    };
    viewport?.addEventListener('resize', fitViewport, { signal });
    viewport?.addEventListener('scroll', fitViewport, { signal });
    fitViewport();
    return () => {
      stop.abort();
      unlockPage();
      area.value = undefined;
    };
  }, [area, isActive]);
  return area.value;
}
