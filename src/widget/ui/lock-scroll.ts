/** Where the panel takes the whole screen: the same condition as in its styles. */
export const phoneScreen = '(max-width: 480px), (max-height: 420px)';

/**
 * While the panel fills a phone's screen: the page behind does not scroll, and the panel ends above the keyboard. By
 * style sheets, since the page's policy may forbid inline styles. Returns its end.
 */
export function lockScroll(root: ShadowRoot): () => void {
  const lock = new CSSStyleSheet();
  lock.replaceSync('html{overflow:hidden!important;overscroll-behavior:none!important}');
  const size = new CSSStyleSheet();
  const viewport = window.visualViewport;
  const small = matchMedia(phoneScreen);
  const adapt = () => {
    const others = document.adoptedStyleSheets.filter((sheet) => sheet !== lock);
    document.adoptedStyleSheets = small.matches ? [...others, lock] : others;
    const text =
      viewport !== null && small.matches
        ? `.panel:not(.inline){top:${viewport.offsetTop}px!important;height:${viewport.height}px!important;bottom:auto!important}`
        : '';
    size.replaceSync(text);
  };
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, size];
  viewport?.addEventListener('resize', adapt);
  viewport?.addEventListener('scroll', adapt);
  small.addEventListener('change', adapt);
  adapt();
  return () => {
    viewport?.removeEventListener('resize', adapt);
    viewport?.removeEventListener('scroll', adapt);
    small.removeEventListener('change', adapt);
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== size);
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== lock);
  };
}
