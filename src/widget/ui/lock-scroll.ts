/** When the panel covers the whole screen: the same condition as in Panel.css. */
export const phoneScreen = '(max-width: 480px), (max-height: 420px)';

/**
 * While the panel covers a phone's screen, stops the page behind from scrolling and ends the panel above the keyboard. Returns
 * a cleanup. It uses style sheets, because the page's CSP may forbid inline styles.
 */
export function lockScroll(root: ShadowRoot): () => void {
  const pageLock = new CSSStyleSheet();
  pageLock.replaceSync('html { overflow: hidden !important; overscroll-behavior: none !important; }');
  const panelSize = new CSSStyleSheet();
  const viewport = window.visualViewport;
  const screen = matchMedia(phoneScreen);
  const update = () => {
    const pageSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== pageLock);
    document.adoptedStyleSheets = screen.matches ? [...pageSheets, pageLock] : pageSheets;
    const rule =
      viewport !== null && screen.matches
        ? `.panel:not(.inline) { top: ${viewport.offsetTop}px !important; height: ${viewport.height}px !important; bottom: auto !important; }`
        : '';
    panelSize.replaceSync(rule);
  };
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, panelSize];
  viewport?.addEventListener('resize', update);
  viewport?.addEventListener('scroll', update);
  screen.addEventListener('change', update);
  update();
  return () => {
    viewport?.removeEventListener('resize', update);
    viewport?.removeEventListener('scroll', update);
    screen.removeEventListener('change', update);
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== panelSize);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== pageLock);
  };
}
