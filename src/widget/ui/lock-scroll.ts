/** When the panel covers the whole screen: the same condition as in Panel.css. */
export const phoneScreen = '(max-width: 480px), (max-height: 420px)';

/**
 * While the panel covers a phone's screen, stops the page behind from scrolling and ends the panel above the keyboard. Returns
 * a cleanup. On a larger screen it leaves the page's style sheets alone.
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
  const pageLock = new CSSStyleSheet();
  pageLock.replaceSync('html { overflow: hidden !important; overscroll-behavior: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, pageLock];
  const panelSize = new CSSStyleSheet();
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, panelSize];
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
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== panelSize);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== pageLock);
  };
}
