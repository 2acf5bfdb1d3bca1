/** Adds a style sheet to a shadow root and returns a cleanup. A constructable sheet needs no permission of the page's CSP. */
export function adoptStyles(root: ShadowRoot, styles: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((adopted) => adopted !== sheet);
  };
}
