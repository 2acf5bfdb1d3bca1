import { adoptSheet, adoptStyles } from './adopt-styles.ts';

/** Whether the panel covers the whole screen. The same condition as in Panel.css. */
export const phoneScreen = '(max-width: 480px), (max-height: 420px)';

/**
 * While the panel covers a phone's screen, keeps the page behind it from scrolling, and sizes the panel to end above the
 * keyboard. Does nothing on larger screens. Returns a cleanup.
 */
export function lockScroll(root: ShadowRoot): () => void {
  const screen = matchMedia(phoneScreen);
  let unlock = () => {};
  const update = () => {
    unlock();
    unlock = screen.matches ? lock(root) : () => {};
  };
  screen.addEventListener('change', update);
  update();
  return () => {
    screen.removeEventListener('change', update);
    unlock();
  };
}

/** Uses style sheets, because the page's CSP may forbid inline styles. */
function lock(root: ShadowRoot): () => void {
  const unlockPage = adoptStyles(
    document,
    'html { overflow: hidden !important; overscroll-behavior: none !important; }',
  );
  const panelSize = new CSSStyleSheet();
  const removePanelSize = adoptSheet(root, panelSize);
  const viewport = window.visualViewport;
  const fitViewport = () => {
    if (viewport === null) return;
    panelSize.replaceSync(
      `.panel:not(.inline) { top: ${viewport.offsetTop}px !important; height: ${viewport.height}px !important; bottom: auto !important; }`,
    );
  };
  viewport?.addEventListener('resize', fitViewport);
  viewport?.addEventListener('scroll', fitViewport);
  fitViewport();
  return () => {
    viewport?.removeEventListener('resize', fitViewport);
    viewport?.removeEventListener('scroll', fitViewport);
    removePanelSize();
    unlockPage();
  };
}
